import { zodResolver } from '@hookform/resolvers/zod'
import { type Application, reasonForm } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { DecideButton } from '@/components/blocks/queue/decide-button.tsx'
import type { QueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { useSeenSanctions } from './sanctions-query.ts'
import { useDecision } from './use-decision.ts'

type DeclineFormProps = { application: Application; steps: QueueSteps }

export function DeclineForm({ application, steps }: DeclineFormProps) {
  const form = useForm({ resolver: zodResolver(reasonForm), defaultValues: { reason: '' } })
  const { formState, handleSubmit, register } = form
  const seen = useSeenSanctions(application.id)
  const forget = usePersistedForm(form, `application-reason.${application.id}`)
  const decline = useMutation(
    orpc.applications.decline.mutationOptions({
      ...useDecision('Not declined', steps),
      onSuccess: ({ businessName, businessEmail }) => {
        forget()
        notify.success('Application declined', `${businessName} was told why, at ${businessEmail}.`)
        steps.leave()
      },
    }),
  )
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit(({ reason }) => {
        if (!decline.isPending) decline.mutate({ id: application.id, reason, ...seen })
      })}
    >
      <UnsavedGuard
        onlyOnClose
        when={formState.isDirty && !decline.isPending && !decline.isSuccess}
      />
      <Field
        label="Reason"
        required
        hint="Sent to the business by e-mail."
        error={formState.errors.reason?.message}
      >
        {(control) => <Textarea {...control} rows={4} maxLength={1000} {...register('reason')} />}
      </Field>
      <DecideButton action="Decline" steps={steps} isBusy={decline.isPending} isDestructive />
    </form>
  )
}
