import type { ApiKey, NewKey } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ActionsMenu } from '@/components/blocks/lists/actions-menu.tsx'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { RotateKey } from './rotate-key.tsx'

type KeyMenuProps = { apiKey: ApiKey; onMade: (made: NewKey) => void }

/** Offers what can be done with a key that works. */
export function KeyMenu({ apiKey, onMade }: KeyMenuProps) {
  const [asks, setAsks] = useState<'rotate' | 'revoke' | null>(null)
  const close = () => setAsks(null)
  return (
    <>
      <ActionsMenu name={apiKey.name}>
        <DropdownMenuItem icon={RotateCw} onSelect={() => setAsks('rotate')}>
          Rotate
        </DropdownMenuItem>
        <DropdownMenuItem icon={Ban} destructive onSelect={() => setAsks('revoke')}>
          Revoke
        </DropdownMenuItem>
      </ActionsMenu>
      {asks === 'rotate' && <RotateKey apiKey={apiKey} onMade={onMade} onClose={close} />}
      {asks === 'revoke' && <RevokeKey apiKey={apiKey} onClose={close} />}
    </>
  )
}

function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient()
  const revoke = useMutation(
    orpc.keys.revoke.mutationOptions({
      onSuccess: ({ name }) => notify.success('Key revoked', `${name} no longer works.`),
      onError: (error) => notifyProblem('Not revoked', error),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.keys.key() })
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      isDestructive
      onOpenChange={onClose}
      title={`Revoke ${apiKey.name} (${apiKey.start}…)?`}
      description="Programs that use it are refused at once, and download links that it was given stop working. This cannot be undone."
      action="Revoke Key"
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate({ keyId: apiKey.id })}
    />
  )
}
