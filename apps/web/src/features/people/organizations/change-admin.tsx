import type { Member } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { useSupabase } from '@/lib/session/session.tsx'

/** Grants administrator rights, or takes them. */
export function ChangeAdmin({ member, onClose }: { member: Member; onClose: () => void }) {
  const { isAdmin, isSelf } = member
  const name = member.name || member.email
  const supabase = useSupabase()
  const queries = useQueryClient()
  const change = useMutation(
    orpc.organizations.setMemberAdmin.mutationOptions({
      onSuccess: async () => {
        if (isAdmin) notify.success('Rights removed', `${name} is no longer an administrator.`)
        else notify.success('Administrator added', `${name} can manage your organization now.`)
        // One's own roles come with a new token.
        if (isSelf) await supabase.auth.refreshSession()
      },
      onError: (error) => notifyProblem('Nothing changed', error),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.organizations.key() })
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      isDestructive={isAdmin}
      onOpenChange={onClose}
      title={isAdmin ? `Take administrator rights from ${name}?` : `Make ${name} an administrator?`}
      description={
        isAdmin
          ? 'They keep working here, and can no longer manage people or the profile.'
          : 'They can approve, invite and deactivate people, and change this profile.'
      }
      action={isAdmin ? 'Remove Administrator' : 'Make Administrator'}
      isBusy={change.isPending}
      onConfirm={() => change.mutate({ id: member.id, isAdmin: !isAdmin })}
    />
  )
}
