import { type Member, type MemberRole, memberRoles, permissions } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { useOfferedRoles } from './role-labels.ts'

/** Replaces the roles of one member. */
export function ChangeRoles({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name || member.email
  const offered = useOfferedRoles()
  const [chosen, setChosen] = useState<readonly MemberRole[]>(member.roles)
  const queries = useQueryClient()
  const change = useMutation(
    orpc.organizations.setMemberRoles.mutationOptions({
      onSuccess: () => notify.success('Roles Changed', `They count from ${name}'s next step on.`),
      onError: (error) => notifyProblem('Roles not changed', error),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.organizations.key() })
      },
    }),
  )
  const toggle = (role: MemberRole, isOn: boolean) =>
    setChosen(isOn ? [...chosen, role] : chosen.filter((each) => each !== role))
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Roles of ${name}`}
      description="Every member can read. Roles add to that, and a member may have several."
      action="Save Roles"
      isBusy={change.isPending}
      onConfirm={() => change.mutate({ id: member.id, roles: [...chosen] })}
    >
      <div className="grid gap-3">
        {offered.map((role) => (
          <CheckboxField
            key={role}
            checked={chosen.includes(role)}
            onCheckedChange={(isOn) => toggle(role, isOn === true)}
            label={
              <>
                <span className="font-medium">{memberRoles[role].label}</span>
                <span className="block text-muted-foreground text-sm">
                  {memberRoles[role].may.map((permission) => permissions[permission]).join('. ')}.
                </span>
              </>
            }
          />
        ))}
      </div>
    </ConfirmDialog>
  )
}
