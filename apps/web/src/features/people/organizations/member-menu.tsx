import { type Member, type MemberSpending, memberCan } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldMinus, ShieldPlus, UserCheck, UserCog, UserX, Wallet } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ActionsMenu } from '@/components/blocks/lists/actions-menu.tsx'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { ChangeAdmin } from './change-admin.tsx'
import { ChangeRoles } from './change-roles.tsx'
import { SetLimits } from './set-limits.tsx'

/** Offers an administrator's actions on one member. */
export function MemberMenu({ member, spending }: { member: Member; spending?: MemberSpending }) {
  const { id, email, status, isAdmin, isSelf } = member
  const name = member.name || email
  const [asks, setAsks] = useState<'deactivate' | 'admin' | 'roles' | 'limits' | null>(null)
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: orpc.organizations.key() })
  const resetPassword = useMutation(
    orpc.organizations.resetMemberPassword.mutationOptions({
      onSuccess: () =>
        notify.success('Password Reset', `We sent ${email} a link to set a new password.`),
      onError: (error) => notifyProblem('Password not reset', error),
    }),
  )
  const reactivate = useMutation(
    orpc.organizations.reactivateMember.mutationOptions({
      onSuccess: () => notify.success('User Reactivated', `${name} can sign in and work again.`),
      onError: (error) => notifyProblem('Not reactivated', error),
      onSettled,
    }),
  )
  const close = () => setAsks(null)
  return (
    <>
      <ActionsMenu name={name}>
        {memberCan.resetPassword(status) && (
          <DropdownMenuItem icon={KeyRound} onSelect={() => resetPassword.mutate({ id })}>
            Reset Password
          </DropdownMenuItem>
        )}
        {memberCan.changeRoles(status) && !isAdmin && (
          <DropdownMenuItem icon={UserCog} onSelect={() => setAsks('roles')}>
            Change Roles
          </DropdownMenuItem>
        )}
        {spending && (
          <DropdownMenuItem icon={Wallet} onSelect={() => setAsks('limits')}>
            Set Limits
          </DropdownMenuItem>
        )}
        {memberCan.changeRoles(status) && (
          <DropdownMenuItem
            icon={isAdmin ? ShieldMinus : ShieldPlus}
            onSelect={() => setAsks('admin')}
          >
            {isAdmin ? 'Remove Administrator' : 'Make Administrator'}
          </DropdownMenuItem>
        )}
        {memberCan.deactivate(status) && !isSelf && (
          <DropdownMenuItem icon={UserX} destructive onSelect={() => setAsks('deactivate')}>
            Deactivate User
          </DropdownMenuItem>
        )}
        {memberCan.reactivate(status) && (
          <DropdownMenuItem icon={UserCheck} onSelect={() => reactivate.mutate({ id })}>
            Reactivate User
          </DropdownMenuItem>
        )}
      </ActionsMenu>
      {asks === 'deactivate' && <DeactivateMember member={member} onClose={close} />}
      {asks === 'limits' && spending && (
        <SetLimits member={member} spending={spending} onClose={close} />
      )}
      {asks === 'roles' && <ChangeRoles member={member} onClose={close} />}
      {asks === 'admin' && <ChangeAdmin member={member} onClose={close} />}
    </>
  )
}

function DeactivateMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name || member.email
  const queries = useQueryClient()
  const deactivate = useMutation(
    orpc.organizations.deactivateMember.mutationOptions({
      onSuccess: () => notify.success('User Deactivated', `${name} was signed out everywhere.`),
      onError: (error) => notifyProblem('Not deactivated', error),
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
