import type { SigningKey } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ActionsMenu } from '@/components/blocks/lists/actions-menu.tsx'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

/** Offers to revoke a key that signs. */
export function RevokeSigningKey({ signingKey: { id, name } }: { signingKey: SigningKey }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const revoke = useMutation(
    orpc.signingKeys.revoke.mutationOptions({
      onSuccess: () => notify.success('Key revoked', `Nothing that ${name} signs is accepted now.`),
      onError: (error) => notifyProblem('Not revoked', error),
      onSettled: () => {
        setOpen(false)
        return queries.invalidateQueries({ queryKey: orpc.signingKeys.key() })
      },
    }),
  )
  return (
    <>
      <ActionsMenu name={name}>
        <DropdownMenuItem icon={Ban} destructive onSelect={() => setOpen(true)}>
          Revoke
        </DropdownMenuItem>
      </ActionsMenu>
      <ConfirmDialog
        open={isOpen}
        isDestructive
        onOpenChange={setOpen}
        title={`Revoke ${name}?`}
        description="Statements that it signs are refused from now on. Certificates of deliveries that it signed before stay as they are. It can never be registered again."
        action="Revoke Key"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate({ keyId: id })}
      />
    </>
  )
}
