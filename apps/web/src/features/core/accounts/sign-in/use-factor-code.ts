import { zodResolver } from '@hookform/resolvers/zod'
import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { notify } from '@/components/ui/toast.tsx'
import { codeRefusal, phoneNumber } from '@/lib/session/second-factor.ts'
import { useSupabase } from '@/lib/session/session.tsx'

export type SignInFactor = Factor & { phone?: string }

const codeForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6 digits'),
})

/** Returns the form of a second factor's code. A wrong one is also a toast if that has a title. */
export function useFactorCode(
  factor: SignInFactor,
  { refusalTitle, onProved }: { refusalTitle?: string; onProved?: () => void },
) {
  const supabase = useSupabase()
  const isPhone = factor.factor_type === 'phone'
  const [challengeId, setChallengeId] = useState('')
  const [isSending, setIsSending] = useState(false)
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  })

  const challenge = async () => {
    const { data, error } = await supabase.auth.mfa.challenge({ factorId: factor.id })
    if (error) notify.error(isPhone ? 'No code was sent' : 'Not confirmed', error.message)
    return data?.id
  }
  const send = async () => {
    setIsSending(true)
    const id = await challenge()
    setIsSending(false)
    if (!id) return
    setChallengeId(id)
    notify.success('Code sent', `We sent a text message to ${phoneNumber(factor.phone)}.`)
  }
  const submit = handleSubmit(async ({ code }) => {
    notify.dismiss()
    // An authenticator's code proves itself once per challenge, so each try gets a new one.
    const id = isPhone ? challengeId : await challenge()
    if (!id) return
    const { error } = await supabase.auth.mfa.verify({ factorId: factor.id, challengeId: id, code })
    if (!error) return onProved?.()
    setError('code', { message: codeRefusal(error) }, { shouldFocus: true })
    if (refusalTitle) notify.error(refusalTitle, error.message)
  })

  return {
    isPhone,
    isSent: challengeId !== '',
    isSending,
    send,
    submit,
    register,
    isSubmitting: formState.isSubmitting,
    error: formState.errors.code?.message,
    hint: isPhone
      ? 'From the text message we just sent'
      : 'The 6 digits your authenticator app shows',
  }
}
