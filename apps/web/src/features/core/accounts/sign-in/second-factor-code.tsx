import { zodResolver } from '@hookform/resolvers/zod'
import type { Factor } from '@supabase/supabase-js'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { codeRefusal, phoneNumber } from '@/lib/session/second-factor.ts'
import { useSupabase } from '@/lib/session/session.tsx'

const codeForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6 digits'),
})

/**
 * Asks for the code of the second factor, which completes the session. The parent observes that by
 * `useAuth`.
 */
export function SecondFactorCode({ factor }: { factor: Factor & { phone?: string } }) {
  const supabase = useSupabase()
  const isPhone = factor.factor_type === 'phone'
  const [challengeId, setChallengeId] = useState('')
  const [isSending, setIsSending] = useState(false)
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = formState

  const challenge = async () => {
    const { data, error } = await supabase.auth.mfa.challenge({ factorId: factor.id })
    if (error) notify.error(isPhone ? 'No code was sent' : 'Sign In Error', error.message)
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
    if (!error) return
    setError('code', { message: codeRefusal(error) }, { shouldFocus: true })
    notify.error('Sign In Error', error.message)
  })

  if (isPhone && !challengeId)
    return (
      <Button size="lg" loading={isSending} onClick={send}>
        Send a code to my phone
      </Button>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label="Code"
        required
        hint={
          isPhone
            ? 'From the text message we just sent'
            : 'The 6 digits your authenticator app shows'
        }
        error={errors.code?.message}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="num tracking-[0.2em]"
            {...register('code')}
          />
        )}
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting}>
        Confirm
      </Button>
      {isPhone && (
        <Button variant="ghost" loading={isSending} onClick={send}>
          Send another code
        </Button>
      )}
    </form>
  )
}
