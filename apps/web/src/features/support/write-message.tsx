import { zodResolver } from '@hookform/resolvers/zod'
import { replyToTicketForm } from '@semblance/contract'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { toProblem } from '@/lib/api-errors.ts'

type WriteMessageProps = {
  label: string
  hint?: string
  action: string
  /** What was typed is kept when it throws. */
  send: (message: string) => Promise<unknown>
  /** Beside the button. */
  children?: ReactNode
}

/** Below a ticket's thread, for either side. */
export function WriteMessage({ label, hint, action, send, children }: WriteMessageProps) {
  const { formState, handleSubmit, register, reset } = useForm({
    resolver: zodResolver(replyToTicketForm),
    defaultValues: { message: '' },
  })
  return (
    <form
      noValidate
      className="grid gap-3 border-t px-4 py-4 md:px-5"
      onSubmit={handleSubmit(async ({ message }) => {
        notify.dismiss()
        try {
          await send(message)
          reset()
        } catch (error) {
          notify.error('Message not sent', toProblem(error).message)
        }
      })}
    >
      <Field label={label} hint={hint} required error={formState.errors.message?.message}>
        {(control) => <Textarea {...control} rows={4} {...register('message')} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={formState.isSubmitting}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  )
}
