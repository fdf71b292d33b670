import { zodResolver } from '@hookform/resolvers/zod'
import { questionForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showSaved } from '@/lib/forms/show-saved.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

export function AskForm({ dprId }: { dprId: string }) {
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const form = useForm({
    resolver: zodResolver(questionForm),
    defaultValues: { question: '' },
  })
  const forgetKept = usePersistedForm(form, `question.${dprId}`)
  const ask = useMutation(
    orpc.dprs.ask.mutationOptions({
      onSuccess: () => {
        forgetKept()
        notify.success('Question Sent', 'You are notified as soon as the client answers.')
      },
      onError: (error) => {
        const { fields, message } = toProblem(error)
        if (fields.question) form.setError('question', { message: fields.question })
        else notify.error('Question not sent', message)
      },
      onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.dprs.questions.key() }),
    }),
  )
  return (
    <form
      noValidate
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        // The offer form may be around it.
        event.stopPropagation()
        void form.handleSubmit((values) => {
          const sent = form.getValues()
          signInFirst(() =>
            ask.mutate({ dprId, ...values }, { onSuccess: () => showSaved(form, sent) }),
          )
        })(event)
      }}
    >
      <Field
        label="Your question"
        error={form.formState.errors.question?.message}
        hint="Do not name your organization in it if you want to stay unknown to other bidders."
      >
        {(control) => (
          <Textarea {...control} {...form.register('question')} rows={3} maxLength={2000} />
        )}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="outline" loading={ask.isPending}>
          Ask Question
        </Button>
      </div>
    </form>
  )
}
