import type { PushDestination } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleCheck, Hand, KeyRound, Send, Trash2, Workflow } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ActionsMenu } from '@/components/blocks/lists/actions-menu.tsx'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { ReplaceSecret } from './replace-secret.tsx'

/** Offers what can be done with a destination. */
export function DestinationMenu({ destination }: { destination: PushDestination }) {
  const { id: destinationId, name, state, isAutomatic } = destination
  const [asks, setAsks] = useState<'disable' | 'remove' | 'replace' | null>(null)
  const queries = useQueryClient()
  const close = () => setAsks(null)
  const onSettled = () => {
    close()
    return queries.invalidateQueries({ queryKey: orpc.pushes.key() })
  }
  const test = useMutation(
    orpc.pushes.testDestination.mutationOptions({
      onSuccess: () => notify.success('It works', `A test file was written to ${name}.`),
      onError: (error) => notifyProblem('It does not work', error),
    }),
  )
  const change = useMutation(
    orpc.pushes.changeDestination.mutationOptions({
      onSuccess: () => notify.success('Destination changed'),
      onError: (error) => notifyProblem('Nothing was changed', error),
      onSettled,
    }),
  )
  const remove = useMutation(
    orpc.pushes.removeDestination.mutationOptions({
      onSuccess: () => notify.success('Destination removed'),
      onError: (error) => notifyProblem('Not removed', error),
      onSettled,
    }),
  )
  return (
    <>
      <ActionsMenu name={name}>
        <DropdownMenuItem icon={Send} onSelect={() => test.mutate({ destinationId })}>
          Test
        </DropdownMenuItem>
        <DropdownMenuItem
          icon={isAutomatic ? Hand : Workflow}
          onSelect={() => change.mutate({ destinationId, isAutomatic: !isAutomatic })}
        >
          {isAutomatic ? 'Send what members choose' : 'Send accepted deliveries'}
        </DropdownMenuItem>
        {state === 'enabled' ? (
          <DropdownMenuItem icon={Ban} onSelect={() => setAsks('disable')}>
            Disable
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem
            icon={CircleCheck}
            onSelect={() => change.mutate({ destinationId, state: 'enabled' })}
          >
            Enable
          </DropdownMenuItem>
        )}
        <DropdownMenuItem icon={KeyRound} onSelect={() => setAsks('replace')}>
          {destination.settings.kind === 's3' ? 'Replace access key' : 'Replace password or key'}
        </DropdownMenuItem>
        <DropdownMenuItem icon={Trash2} destructive onSelect={() => setAsks('remove')}>
          Remove
        </DropdownMenuItem>
      </ActionsMenu>
      {asks === 'replace' && <ReplaceSecret destination={destination} onClose={close} />}
      <ConfirmDialog
        open={asks === 'disable'}
        onOpenChange={close}
        title="Disable this destination?"
        description={`Nothing more is sent to ${name}, and what is on its way there ends. What arrived stays there.`}
        action="Disable Destination"
        isBusy={change.isPending}
        onConfirm={() => change.mutate({ destinationId, state: 'disabled' })}
      />
      <ConfirmDialog
        open={asks === 'remove'}
        isDestructive
        onOpenChange={close}
        title="Remove this destination?"
        description={`We forget what opens ${name}, and what is on its way there ends. What arrived stays there: we cannot delete it. The list of what was sent is kept.`}
        action="Remove Destination"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ destinationId })}
      />
    </>
  )
}
