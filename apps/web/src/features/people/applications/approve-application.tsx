import type { Application } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'

const choices = [
  { role: 'client', label: 'Client: posts requests and buys data' },
  { role: 'vendor', label: 'Vendor: sends offers and delivers data' },
] as const
type ApprovedRole = (typeof choices)[number]['role']

export function ApproveApplication({ application }: { application: Application }) {
  const [isOpen, setIsOpen] = useState(false)
  const [roles, setRoles] = useState<ApprovedRole[]>([])
  const [isRefused, setIsRefused] = useState(false)
  const queries = useQueryClient()
  const approve = useMutation(
    orpc.applications.approve.mutationOptions({
      onSuccess: ({ businessName, organizationId, businessEmail }) => {
        setIsOpen(false)
        notify.success(
          'Application approved',
          `${businessName} is ${organizationId}. We e-mailed the setup instructions to ${businessEmail}.`,
        )
      },
      onError: (error) => {
        const problem = toProblem(error)
        showProblem('Not approved', problem)
        // Closes if a colleague has decided first; after any other error a second try makes sense.
        if (problem.code === 'application_decided') setIsOpen(false)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.applications.key() }),
    }),
  )
  const toggle = (role: ApprovedRole, chosen: boolean) => {
    setIsRefused(false)
    setRoles((known) => (chosen ? [...known, role] : known.filter((each) => each !== role)))
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button>Approve</Button>}
      title={`Approve ${application.businessName}?`}
      description="This creates the organization and e-mails its ID to the business."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            loading={approve.isPending}
            onClick={() => {
              if (roles.length === 0) return setIsRefused(true)
              approve.mutate({ id: application.id, roles })
            }}
          >
            Approve application
          </Button>
        </>
      }
    >
      <fieldset aria-describedby={isRefused ? 'roles-error' : undefined}>
        <legend className="font-medium text-sm">What this business may do here</legend>
        <div className="mt-3 grid gap-3">
          {choices.map(({ role, label }) => (
            <CheckboxField
              key={role}
              label={label}
              checked={roles.includes(role)}
              onCheckedChange={(checked) => toggle(role, checked === true)}
            />
          ))}
        </div>
        {isRefused && (
          <div role="alert" className="mt-3">
            <FieldError id="roles-error">Choose at least one role</FieldError>
          </div>
        )}
      </fieldset>
    </Dialog>
  )
}
