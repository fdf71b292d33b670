import { zodResolver } from '@hookform/resolvers/zod'
import { answerForm, type DprQuestion } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

export function AnswerForm({ question }: { question: DprQuestion }) {
  const [open, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const form = useForm({ resolver: zodResolver(answerForm), defaultValues: { answer: '' } })
  const forgetKept = usePersistedForm(form, `answer.${question.id}`)
  const answer = useMutation(
    orpc.dprs.answer.mutationOptions({
      onSuccess: () => {
        forgetKept()
        notify.success('Answer Published', 'Everyone who bids or has asked is told.')
      },
      onError: (error) => {
        const { fields, message } = toProblem(error)
        if (fields.answer) form.setError('answer', { message: fields.answer })
        else notify.error('Answer not published', message)
      },
      onSettled: () => void queryClient.invalidateQueries({ queryKey: orpc.dprs.questions.key() }),
    }),
  )
  if (!open)
    return (
      <Button
        size="sm"
        variant="outline"
        className="mt-2.5"
        aria-label={`Answer: ${question.question.slice(0, 80)}`}
        onClick={() => signInFirst(() => setOpen(true))}
      >
        Answer
      </Button>
    )
  return (
    <form
      noValidate
      className="mt-3 grid gap-3"
      onSubmit={form.handleSubmit((values) =>
        answer.mutate({ questionId: question.id, ...values }),
      )}
    >
      <Field
        label="Your answer"
        error={form.formState.errors.answer?.message}
        hint="All bidders read it, and it cannot be changed afterwards."
      >
        {(control) => (
          <Textarea {...control} {...form.register('answer')} rows={3} maxLength={5000} autoFocus />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={() => setOpen(false)}>
          Not Now
        </Button>
        <Button type="submit" loading={answer.isPending}>
          Publish Answer
        </Button>
      </div>
    </form>
  )
}
