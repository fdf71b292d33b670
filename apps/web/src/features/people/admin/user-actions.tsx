import type { AdminUser } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut, ShieldOff, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ActionsMenu } from '@/components/blocks/lists/actions-menu.tsx'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

/** Offers actions on a user; none on the own account. */
export function UserActions({ user }: { user: AdminUser }) {
  const { id, hasSecondFactor, isDeactivated, isSelf, sessionsCount } = user
  const name = user.name || user.email
  const [isAsking, setIsAsking] = useState(false)
  const [isAskingReset, setIsAskingReset] = useState(false)
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: orpc.admin.users.key() })
  const onError = (error: unknown) => notifyProblem('Nothing changed', error)
  const deactivate = useMutation(
    orpc.admin.users.deactivate.mutationOptions({
      onSuccess: () => notify.success('User Deactivated', `${name} was signed out everywhere.`),
      onError,
      onSettled: () => {
        setIsAsking(false)
        return onSettled()
      },
    }),
  )
  const reactivate = useMutation(
    orpc.admin.users.reactivate.mutationOptions({
      onSuccess: () => notify.success('User Reactivated', `${name} can sign in again.`),
      onError,
      onSettled,
    }),
  )
  const endSessions = useMutation(
    orpc.admin.users.endSessions.mutationOptions({
      onSuccess: () => notify.success('Sessions ended', `${name} has to sign in again everywhere.`),
      onError,
      onSettled,
    }),
  )
  const resetFactors = useMutation(
    orpc.admin.resetFactors.mutationOptions({
      onSuccess: () =>
        notify.success('Second Factor Reset', `${name} can sign in with the password alone.`),
      onError,
      onSettled: () => {
        setIsAskingReset(false)
        return onSettled()
      },
    }),
  )
  if (isSelf) return null
  return (
    <>
      <ActionsMenu name={name}>
        <DropdownMenuItem
          icon={LogOut}
          disabled={sessionsCount === 0}
          onSelect={() => endSessions.mutate({ id })}
        >
          End sessions
        </DropdownMenuItem>
        {hasSecondFactor && (
          <DropdownMenuItem icon={ShieldOff} onSelect={() => setIsAskingReset(true)}>
            Reset Second Factor
          </DropdownMenuItem>
        )}
        {isDeactivated ? (
          <DropdownMenuItem icon={UserCheck} onSelect={() => reactivate.mutate({ id })}>
            Reactivate User
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem icon={UserX} destructive onSelect={() => setIsAsking(true)}>
            Deactivate User
          </DropdownMenuItem>
        )}
      </ActionsMenu>
      <ConfirmDialog
        open={isAsking}
        isDestructive
        onOpenChange={setIsAsking}
        title={`Deactivate ${name}?`}
        description="The account is signed out everywhere and can't sign in until you reactivate it."
        action="Deactivate User"
        isBusy={deactivate.isPending}
        onConfirm={() => deactivate.mutate({ id })}
      />
      <ConfirmDialog
        open={isAskingReset}
        isDestructive
        onOpenChange={setIsAskingReset}
        title={`Reset the second factor of ${name}?`}
        description="Do this only after checking who is asking. The account is signed out everywhere, and its password alone opens it until a new second factor is set up."
        action="Reset Second Factor"
        isBusy={resetFactors.isPending}
        onConfirm={() => resetFactors.mutate({ userId: id })}
      />
    </>
  )
}
