import type { Member } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'

export function DeactivateMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name || member.email
  const queries = useQueryClient()
  const deactivate = useMutation(
    orpc.organizations.deactivateMember.mutationOptions({
      onSuccess: () => notify.success('User Deactivated', `${name} was signed out everywhere.`),
      onError: (error) => notify.error('Not deactivated', toProblem(error).message),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.organizations.key() })
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      isDestructive
      onOpenChange={onClose}
      title={`Deactivate ${name}?`}
      description="They are signed out at once and lose access to your organization. Their work stays, and you can let them back in later."
      action="Deactivate User"
      isBusy={deactivate.isPending}
      onConfirm={() => deactivate.mutate({ id: member.id })}
    />
  )
}
