import { type Conversation, messageForm } from '@semblance/contract'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { PickedFiles } from '@/lib/files/picked-files.ts'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { hasContent } from './composer-keys.ts'
import type { Outbox } from './use-outbox.ts'
import { useSendTyping } from './use-typing.ts'

/** A file may go without words. */
const maybeBody = messageForm.shape.body.or(messageForm.shape.body.length(0))

/** Returns the text of the next message, kept for each conversation, and a function to send it. */
export function useMessageForm({ id }: Conversation, outbox: Outbox, picked: PickedFiles) {
  const form = useForm({ defaultValues: { body: '' } })
  const forgetKept = usePersistedForm(form, `message.${id}`)
  const signInFirst = useRequireSignIn()
  const tellTyping = useSendTyping(id)
  const isVisitor = useAuth().status === 'signed-out'
  const field = useRef<HTMLTextAreaElement | null>(null)

  const { attachments } = picked
  const typed = form.watch('body')
  const canSend = attachments !== null && hasContent(typed, attachments.length)

  const send = () => {
    const body = form.getValues('body').trim()
    if (!canSend) return
    const checked = maybeBody.safeParse(body)
    if (!checked.success)
      return form.setError('body', { message: checked.error.issues[0]?.message })
    signInFirst(() => {
      outbox.send(id, body, attachments)
      picked.clear()
      form.reset({ body: '' })
      forgetKept()
      field.current?.focus()
    })
  }
  const { ref, ...control } = form.register('body', {
    onChange: () => {
      form.clearErrors('body')
      if (!isVisitor && field.current?.value.trim()) tellTyping()
    },
  })
  return {
    field,
    control: {
      ...control,
      ref: (element: HTMLTextAreaElement | null) => {
        ref(element)
        field.current = element
      },
    },
    problem: form.formState.errors.body?.message,
    isWaiting: attachments === null,
    canSend,
    send,
  }
}
