import type { NewWebhookSecret, WebhookEndpoint } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleCheck, FilePen, List, RotateCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ActionsMenu } from '@/components/blocks/lists/actions-menu.tsx'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { ChangeEndpoint } from './endpoint-dialog.tsx'
import { RotateSecret } from './rotate-secret.tsx'

type EndpointMenuProps = {
  endpoint: WebhookEndpoint
  onSecret: (made: NewWebhookSecret) => void
  onOpen: () => void
}

/** Offers what can be done with an endpoint. */
export function EndpointMenu({ endpoint, onSecret, onOpen }: EndpointMenuProps) {
  const [asks, setAsks] = useState<'change' | 'rotate' | 'disable' | 'remove' | null>(null)
  const queries = useQueryClient()
  const close = () => setAsks(null)
  const onSettled = () => queries.invalidateQueries({ queryKey: orpc.webhooks.key() })
  const { id: endpointId, url, state } = endpoint
  const test = useMutation(
    orpc.webhooks.test.mutationOptions({
      onSuccess: onOpen,
      onError: (error) => notifyProblem('No test was sent', error),
      onSettled,
    }),
  )
  const update = useMutation(
    orpc.webhooks.update.mutationOptions({
      onSuccess: (row) => notify.success(`Endpoint ${row.state}`),
      onError: (error) => notifyProblem('Nothing was changed', error),
      onSettled: () => {
        close()
        return onSettled()
      },
    }),
  )
  return (
    <>
      <ActionsMenu name={url}>
        <DropdownMenuItem icon={List} onSelect={onOpen}>
          Show deliveries
        </DropdownMenuItem>
        {state === 'enabled' && (
          <DropdownMenuItem icon={Send} onSelect={() => test.mutate({ endpointId })}>
            Send a test
          </DropdownMenuItem>
        )}
        <DropdownMenuItem icon={FilePen} onSelect={() => setAsks('change')}>
          Change
        </DropdownMenuItem>
        <DropdownMenuItem icon={RotateCw} onSelect={() => setAsks('rotate')}>
          Rotate secret
        </DropdownMenuItem>
        {state === 'enabled' ? (
          <DropdownMenuItem icon={Ban} onSelect={() => setAsks('disable')}>
            Disable
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem
            icon={CircleCheck}
            onSelect={() => update.mutate({ endpointId, state: 'enabled' })}
          >
            Enable
          </DropdownMenuItem>
        )}
        <DropdownMenuItem icon={Trash2} destructive onSelect={() => setAsks('remove')}>
          Remove
        </DropdownMenuItem>
      </ActionsMenu>
      {asks === 'change' && <ChangeEndpoint endpoint={endpoint} onClose={close} />}
      {asks === 'rotate' && (
        <RotateSecret endpoint={endpoint} onSecret={onSecret} onClose={close} />
      )}
      {asks === 'disable' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Disable this endpoint?"
          description={`${url} gets no more events. What already waits for it is sent once you enable it again, within 30 days of the event; events in between are not kept for it.`}
          action="Disable Endpoint"
          isBusy={update.isPending}
          onConfirm={() => update.mutate({ endpointId, state: 'disabled' })}
        />
      )}
      {asks === 'remove' && <RemoveEndpoint endpoint={endpoint} onClose={close} />}
    </>
  )
}

type RemoveEndpointProps = { endpoint: WebhookEndpoint; onClose: () => void }

function RemoveEndpoint({ endpoint: { id, url }, onClose }: RemoveEndpointProps) {
  const queries = useQueryClient()
  const remove = useMutation(
    orpc.webhooks.remove.mutationOptions({
      onSuccess: () => notify.success('Endpoint removed'),
      onError: (error) => notifyProblem('Not removed', error),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.webhooks.list.key() })
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      isDestructive
      onOpenChange={onClose}
      title="Remove this endpoint?"
      description={`${url} gets no more events. Its secret, its log and what still waits for it are deleted. This cannot be undone.`}
      action="Remove Endpoint"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ endpointId: id })}
    />
  )
}
