import { zodResolver } from '@hookform/resolvers/zod'
import { minPasswordLength } from '@semblance/contract'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Panel } from '@/components/blocks/panel.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { DECLINED } from '@/lib/api/proof.ts'
import { useConfig, useSupabase } from '@/lib/session/session.tsx'
import { useAccount } from './use-account.ts'

const mismatch = 'New passwords do not match'

const passwordForm = z
  .object({
    current: z.string(),
    password: z
      .string()
      .min(1, 'New password is required')
      .min(minPasswordLength, `Password must be at least ${minPasswordLength} characters`),
    confirm: z.string(),
    nonce: z.string().trim(),
  })
  .refine((form) => form.password === form.confirm, { path: ['confirm'], message: mismatch })

const blank = { current: '', password: '', confirm: '', nonce: '' }

/** Changes the password. The server also requires a mailed code from a session older than a day. */
export function PasswordPanel({ email }: { email: string }) {
  const supabase = useSupabase()
  const config = useConfig()
  const { query, reload } = useAccount()
  const hasPassword = query.data?.identities?.some(({ provider }) => provider === 'email') ?? true
  const [asksCode, setAsksCode] = useState(false)
  const { formState, handleSubmit, register, reset, setError } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: blank,
  })
  const { errors, isDirty, isSubmitting } = formState

  const askForCode = async () => {
    const { error } = await supabase.auth.reauthenticate()
    if (error) return void showProblem('Update Error', error)
    setAsksCode(true)
    notify.info('Check your email', `We sent a code to ${email}. Enter it below.`)
  }
  const submit = handleSubmit(
    async ({ current, password, nonce }) => {
      notify.dismiss()
      if (hasPassword && !current)
        return setError('current', { message: 'Enter your current password' })
      const { error } = await supabase.auth.updateUser({
        password,
        ...(current && { current_password: current }),
        ...(nonce && { nonce }),
      })
      if (error?.code === 'reauthentication_needed') return await askForCode()
      if (error) {
        const field = fieldAtFault(error.code)
        if (error.code !== DECLINED)
          setError(field, { message: error.message }, { shouldFocus: true })
        return void showProblem('Update Error', error)
      }
      setAsksCode(false)
      reset(blank)
      await reload()
      notify.success('Password Changed', 'You were signed out everywhere else.')
    },
    (refused) => {
      notify.dismiss()
      if (refused.confirm) notify.error('Password Mismatch', `${mismatch}. Please try again.`)
    },
  )

  return (
    <Panel
      title={hasPassword ? 'Change password' : 'Set a password'}
      description="A new password signs you out everywhere else."
    >
      <UnsavedGuard when={isDirty && !isSubmitting} />
      <form noValidate onSubmit={submit} className="grid gap-4">
        <input type="hidden" autoComplete="username" value={email} readOnly />
        {hasPassword && (
          <Field label="Current password" required error={errors.current?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                {...register('current')}
              />
            )}
          </Field>
        )}
        <Field
          label="New password"
          required
          hint={`At least ${config.minPasswordLength} characters`}
          error={errors.password?.message}
        >
          {(control) => (
            <PasswordInput {...control} autoComplete="new-password" {...register('password')} />
          )}
        </Field>
        <Field label="Confirm new password" required error={errors.confirm?.message}>
          {(control) => (
            <PasswordInput {...control} autoComplete="new-password" {...register('confirm')} />
          )}
        </Field>
        {asksCode && (
          <Field label="Code from the e-mail" required error={errors.nonce?.message}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="one-time-code"
                {...register('nonce')}
              />
            )}
          </Field>
        )}
        <Button type="submit" className="justify-self-start" loading={isSubmitting}>
          {hasPassword ? 'Change Password' : 'Set Password'}
        </Button>
      </form>
    </Panel>
  )
}

function fieldAtFault(code: string | undefined) {
  if (code === 'reauthentication_not_valid') return 'nonce'
  return code?.startsWith('current_password') ? 'current' : 'password'
}
