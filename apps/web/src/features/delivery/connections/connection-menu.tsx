import type { Connection } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, PlugZap, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ActionsMenu } from '@/components/blocks/lists/actions-menu.tsx'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { ReplaceSecret } from './replace-secret.tsx'

/** Offers what an administrator can do with a connection. */
export function ConnectionMenu({ connection }: { connection: Connection }) {
  const { id: connectionId, name } = connection
  const [asks, setAsks] = useState<'replace' | 'remove' | null>(null)
  const queries = useQueryClient()
  const close = () => setAsks(null)
  const onSettled = () => queries.invalidateQueries({ queryKey: orpc.connections.key() })
  const test = useMutation(
    orpc.connections.test.mutationOptions({
      onSuccess: () => notify.success('It works', `${name} was reached.`),
      onError: (error) => notifyProblem('It does not work', error),
      onSettled,
    }),
  )
  const remove = useMutation(
    orpc.connections.remove.mutationOptions({
      onSuccess: () => notify.success('Connection removed'),
      onError: (error) => notifyProblem('Not removed', error),
      onSettled: () => {
        close()
        return onSettled()
      },
    }),
  )
  return (
    <>
      <ActionsMenu name={name}>
        <DropdownMenuItem icon={PlugZap} onSelect={() => test.mutate({ connectionId })}>
          Test
        </DropdownMenuItem>
        <DropdownMenuItem icon={KeyRound} onSelect={() => setAsks('replace')}>
          Replace secret
        </DropdownMenuItem>
        <DropdownMenuItem icon={Trash2} destructive onSelect={() => setAsks('remove')}>
          Remove
        </DropdownMenuItem>
      </ActionsMenu>
      {asks === 'replace' && <ReplaceSecret connection={connection} onClose={close} />}
      <ConfirmDialog
        open={asks === 'remove'}
        onOpenChange={close}
        title="Remove this connection?"
        description={`We forget what opens ${name}. Nothing in your source is changed, and what was delivered stays. Take the account away there, too.`}
        action="Remove Connection"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ connectionId })}
      />
    </>
  )
}
