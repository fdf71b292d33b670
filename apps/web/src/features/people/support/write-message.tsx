import { zodResolver } from '@hookform/resolvers/zod'
import { replyToTicketForm } from '@semblance/contract'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { showSaved } from '@/lib/forms/show-saved.ts'

type WriteMessageProps = {
  label: string
  hint?: string
  action: string
  /** The name under which what is typed is kept over a lost session. */
  keptAs: string
  /** The input is retained when it throws. */
  send: (message: string) => Promise<unknown>
  /** Next to the button. */
  children?: ReactNode
}

/** Sends a reply below a ticket's thread, for either side. */
export function WriteMessage({ label, hint, action, keptAs, send, children }: WriteMessageProps) {
  const form = useForm({
    resolver: zodResolver(replyToTicketForm),
    defaultValues: { message: '' },
  })
  const { formState, getValues, handleSubmit, register } = form
  const { isDirty, isSubmitting } = formState
  const forget = usePersistedForm(form, keptAs)
  return (
    <form
      noValidate
      className="grid gap-3 border-t px-4 py-4 md:px-5"
      onSubmit={handleSubmit(async ({ message }) => {
        notify.dismiss()
        const sent = getValues()
        try {
          await send(message)
          forget()
          showSaved(form, sent)
        } catch (error) {
          notify.error('Message not sent', toProblem(error).message)
        }
      })}
    >
      <UnsavedGuard when={isDirty && !isSubmitting} onLeave={forget} />
      <Field label={label} hint={hint} required error={formState.errors.message?.message}>
        {(control) => <Textarea {...control} rows={4} {...register('message')} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isSubmitting}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  )
}
