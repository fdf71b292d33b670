import { zodResolver } from '@hookform/resolvers/zod'
import { type Review, replyForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { useMayCall } from '@/lib/session/may.ts'

/** Replies to a review, once; the reply stays next to it. */
export function ReplyToReview({ review }: { review: Review }) {
  const may = useMayCall('companies.reply')
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(replyForm), defaultValues: { reply: '' } })
  const { formState, handleSubmit, register } = form
  const forget = usePersistedForm(form, `reply.${review.id}`)
  const send = useMutation(
    orpc.companies.reply.mutationOptions({
      onSuccess: () => {
        forget()
        notify.success('Answer Published', 'The client has been told.')
      },
      onError: (error) => notify.error('Answer not published', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.companies.key() }),
    }),
  )
  if (!may) return null
  if (!isOpen)
    return (
      <Button variant="outline" size="sm" className="mt-3" onClick={() => setIsOpen(true)}>
        Answer
      </Button>
    )
  return (
    <form
      noValidate
      className="mt-4 grid gap-3"
      onSubmit={handleSubmit(({ reply }) => {
        notify.dismiss()
        send.mutate({ reviewId: review.id, reply })
      })}
    >
      <UnsavedGuard
        when={formState.isDirty && !send.isPending && !send.isSuccess}
        onLeave={forget}
      />
      <Field
        label="Your answer"
        hint="Everyone who sees the review sees it. It can be given once and not be changed."
        error={formState.errors.reply?.message}
        required
      >
        {(control) => <Textarea {...control} rows={3} autoFocus {...register('reply')} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={send.isPending}>
          Publish Answer
        </Button>
        <Button variant="outline" size="sm" onClick={() => setIsOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
