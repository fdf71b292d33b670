import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { AuthLayout } from '@/components/layout/auth-layout.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { captchaToken } from '@/lib/session/captcha.ts'
import { useConfig, useSupabase } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { emailField } from '../sign-up/account-forms.ts'

const back = { label: 'Back to sign in', to: paths.signIn }

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState('')
  const supabase = useSupabase()
  const config = useConfig()
  const { formState, getValues, handleSubmit, register } = useForm({
    resolver: zodResolver(z.object({ email: emailField })),
    defaultValues: { email: '' },
  })

  const submit = handleSubmit(
    async ({ email }) => {
      const redirectTo = `${location.origin}${paths.resetPassword}`
      const { error } = await supabase.auth.resetPasswordForEmail(email, {
        redirectTo,
        captchaToken: await captchaToken(config),
      })
      if (error) return void notify.error('Error', error.message)
      notify.dismiss()
      notify.success('Reset email sent')
      setSentTo(email)
    },
    () => {
      if (!getValues('email').trim())
        notify.error('Email required', 'Please enter your email address.')
    },
  )

  if (sentTo)
    return (
      <AuthLayout title="Check Your Email" back={back}>
        <p className="text-md">
          If there is an account for <span className="font-semibold">{sentTo}</span>, a link to set
          a new password is on its way.
        </p>
        <p className="mt-4 text-base text-muted-foreground">
          Nothing after a few minutes? Look in your spam folder, or{' '}
          <button type="button" className="link" onClick={() => setSentTo('')}>
            try again
          </button>
          .
        </p>
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="Forgot your password?"
      description="Enter your e-mail and we send you a link to set a new one."
      back={back}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="E-mail" required error={formState.errors.email?.message}>
          {(control) => (
            <Input {...control} type="email" autoComplete="email" {...register('email')} />
          )}
        </Field>
        <Button type="submit" size="lg" className="w-full" loading={formState.isSubmitting}>
          Send reset link
        </Button>
      </form>
    </AuthLayout>
  )
}
