import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { proveBy } from '@/lib/session/proof.ts'
import { tooManyTries } from '@/lib/session/second-factor.ts'
import { useAuth, useBackend } from '@/lib/session/session.tsx'
import { CodeField } from '../sign-in/code-field.tsx'
import { type ProofFormProps, useStep } from './use-step.ts'

const codeForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6 digits'),
})

const refusals: Record<string, string> = {
  reauthentication_not_valid: 'This code is not right, or too old. Enter the newest one.',
  over_request_rate_limit: tooManyTries,
}

/** Asks people without a password and a second factor for a code that is sent to them. */
export function CodeProof({ formId, onStep, onProved }: ProofFormProps) {
  const backend = useBackend()
  const { user } = useAuth()
  const recipient = user?.email || 'your phone'
  const [isSent, setIsSent] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  })
  const isBusy = formState.isSubmitting || isSending
  useStep(onStep, isSent ? 'Confirm' : 'Send code', isBusy)
  const send = async () => {
    setIsSending(true)
    const { error } = await backend.supabase.auth.reauthenticate()
    setIsSending(false)
    if (error) return void notify.error('No code was sent', error.message)
    setIsSent(true)
    notify.success('Code sent', `We sent a code to ${recipient}.`)
  }
  const submit = handleSubmit(async ({ code }) => {
    const refusal = await proveBy(backend, { code })
    if (!refusal) return onProved()
    const message = refusals[refusal.code ?? ''] ?? refusal.message
    setError('code', { message }, { shouldFocus: true })
  })
  if (!isSent)
    return (
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p>Your account has no password. We send a code to {recipient}.</p>
      </form>
    )
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid justify-items-start gap-3">
      <div className="w-full">
        <CodeField
          hint={`We sent it to ${recipient}`}
          error={formState.errors.code?.message}
          autoFocus
          {...register('code')}
        />
      </div>
      <Button variant="link" disabled={isBusy} onClick={send}>
        Send another code
      </Button>
    </form>
  )
}
