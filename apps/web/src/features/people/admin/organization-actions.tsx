import { type AdminOrganization, organizationCan } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CirclePause, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { ActionsMenu } from '@/components/blocks/lists/actions-menu.tsx'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { type Stop, StopOrganization } from './stop-organization.tsx'

/** Offers the actions that the status allows; a terminated organization has no menu. */
export function OrganizationActions({ organization }: { organization: AdminOrganization }) {
  const { status, name } = organization
  const [asks, setAsks] = useState<Stop | 'activate' | null>(null)
  const close = () => setAsks(null)
  if (!organizationCan.terminate(status)) return null
  return (
    <>
      <ActionsMenu name={name}>
        {organizationCan.activate(status) && (
          <DropdownMenuItem icon={UserCheck} onSelect={() => setAsks('activate')}>
            Activate
          </DropdownMenuItem>
        )}
        {organizationCan.suspend(status) && (
          <DropdownMenuItem icon={CirclePause} onSelect={() => setAsks('suspend')}>
            Suspend
          </DropdownMenuItem>
        )}
        <DropdownMenuItem icon={Ban} destructive onSelect={() => setAsks('terminate')}>
          Terminate
        </DropdownMenuItem>
      </ActionsMenu>
      {asks === 'activate' && <Activate organization={organization} onClose={close} />}
      {(asks === 'suspend' || asks === 'terminate') && (
        <StopOrganization kind={asks} organization={organization} onClose={close} />
      )}
    </>
  )
}

type ActivateProps = { organization: AdminOrganization; onClose: () => void }

function Activate({ organization: { id, name }, onClose }: ActivateProps) {
  const queries = useQueryClient()
  const activate = useMutation(
    orpc.admin.organizations.activate.mutationOptions({
      onSuccess: () => notify.success('Organization activated', `${name} can work again.`),
      onError: (error) => notifyProblem('Not activated', error),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.admin.organizations.key() })
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Activate ${name}?`}
      description="The suspension ends: its members can work again at once."
      action="Activate"
      isBusy={activate.isPending}
      onConfirm={() => activate.mutate({ id })}
    />
  )
}
