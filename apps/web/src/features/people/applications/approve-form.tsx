import { type Application, intents, type Side } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DecideButton } from '@/components/blocks/queue/decide-button.tsx'
import type { QueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { intentText } from './intent-text.ts'
import { useSeenSanctions } from './sanctions-query.ts'
import { useDecision } from './use-decision.ts'

const choices = [
  { role: 'client', label: 'Client: posts requests and buys data' },
  { role: 'vendor', label: 'Vendor: sends offers and delivers data' },
] as const

type ApproveFormProps = { application: Application; steps: QueueSteps }

export function ApproveForm({ application, steps }: ApproveFormProps) {
  const [roles, setRoles] = useState<readonly Side[]>(
    application.intent ? intents[application.intent] : [],
  )
  const [isRefused, setIsRefused] = useState(false)
  const seen = useSeenSanctions(application.id)
  const approve = useMutation(
    orpc.applications.approve.mutationOptions({
      ...useDecision('Not approved', steps),
      onSuccess: ({ businessName, organizationId, businessEmail }) => {
        notify.success(
          'Application approved',
          `${businessName} is ${organizationId}. We e-mailed the setup instructions to ${businessEmail}.`,
        )
        steps.leave()
      },
    }),
  )
  const toggle = (role: Side, isChosen: boolean) => {
    setIsRefused(false)
    setRoles((known) => (isChosen ? [...known, role] : known.filter((each) => each !== role)))
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (roles.length === 0) setIsRefused(true)
        else if (!approve.isPending)
          approve.mutate({ id: application.id, roles: [...roles], ...seen })
      }}
    >
      <fieldset aria-describedby={isRefused ? 'roles-error' : undefined}>
        <legend className="font-medium text-sm">What this business may do here</legend>
        <div className="mt-2.5 grid gap-2.5">
          {choices.map(({ role, label }) => (
            <CheckboxField
              key={role}
              label={label}
              checked={roles.includes(role)}
              onCheckedChange={(checked) => toggle(role, checked === true)}
            />
          ))}
        </div>
        <p className="mt-2 text-muted-foreground text-sm">
          {application.intent
            ? `${intentText(application.intent)}: chosen as asked for.`
            : 'The applicant has not said which.'}
        </p>
        {isRefused && (
          <div role="alert" className="mt-2">
            <FieldError id="roles-error">Choose at least one role</FieldError>
          </div>
        )}
      </fieldset>
      <DecideButton action="Approve" steps={steps} isBusy={approve.isPending} />
    </form>
  )
}
