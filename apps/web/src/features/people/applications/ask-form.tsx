import { zodResolver } from '@hookform/resolvers/zod'
import { type Application, applicantQuestionForm } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { DecideButton } from '@/components/blocks/queue/decide-button.tsx'
import type { QueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { isOfAnotherDomain } from './application-checks.ts'
import { useDecision } from './use-decision.ts'

type Template = {
  value: string
  label: string
  text: (application: Application) => string
  /** False where it would ask about something that is not so. */
  applies?: (application: Application) => boolean
}

const templates: readonly Template[] = [
  {
    value: 'signatory',
    label: 'Who may sign',
    text: ({ businessName }) =>
      `Who may sign for ${businessName}, and where can we see it? A link to the register entry, or the name and office of the person, is enough.`,
  },
  {
    value: 'register',
    label: 'Register entry',
    text: ({ businessName }) =>
      `In which register, and under which number and name, is ${businessName} entered?`,
  },
  {
    value: 'address',
    label: 'Address or domain',
    applies: isOfAnotherDomain,
    text: ({ businessEmail }) =>
      `Your e-mail address (${businessEmail}) and your website do not share a domain. How do they belong together, or is there an address at the domain of the business?`,
  },
  {
    value: 'purpose',
    label: 'Use of the platform',
    text: () => 'Which data do you want to buy or sell here, and what is it used for?',
  },
]

type AskFormProps = { application: Application; steps: QueueSteps }

export function AskForm({ application, steps }: AskFormProps) {
  const form = useForm({
    resolver: zodResolver(applicantQuestionForm),
    defaultValues: { question: '', asksDocument: false },
  })
  const { formState, handleSubmit, register, setValue } = form
  const forget = usePersistedForm(form, `application-question.${application.id}`)
  const ask = useMutation(
    orpc.applications.ask.mutationOptions({
      ...useDecision('Not asked', steps),
      onSuccess: ({ businessName, businessEmail }) => {
        forget()
        notify.success(
          'Question sent',
          `${businessName} answers by the link in the mail to ${businessEmail}. The clock stands still until then.`,
        )
        steps.leave()
      },
    }),
  )
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit((values) => {
        if (!ask.isPending) ask.mutate({ id: application.id, ...values })
      })}
    >
      <UnsavedGuard onlyOnClose when={formState.isDirty && !ask.isPending && !ask.isSuccess} />
      <Field label="Template" optional>
        {(control) => (
          <Select
            {...control}
            placeholder="Choose one, or write"
            value=""
            options={templates.filter(({ applies }) => applies?.(application) ?? true)}
            onValueChange={(chosen) =>
              setValue(
                'question',
                templates.find(({ value }) => value === chosen)?.text(application) ?? '',
                { shouldDirty: true },
              )
            }
          />
        )}
      </Field>
      <Field
        label="Question"
        required
        hint="Goes out by e-mail, with a link that takes one answer in text, and documents."
        error={formState.errors.question?.message}
      >
        {(control) => <Textarea {...control} rows={5} maxLength={2000} {...register('question')} />}
      </Field>
      <Controller
        name="asksDocument"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <CheckboxField
            label="Ask for a document"
            checked={value}
            onCheckedChange={(checked) => onChange(checked === true)}
          />
        )}
      />
      <DecideButton action="Ask" steps={steps} isBusy={ask.isPending} />
    </form>
  )
}
