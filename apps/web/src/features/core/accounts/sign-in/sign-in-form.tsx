import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { captchaToken } from '@/lib/session/captcha.ts'
import { useAuth, useConfig, useSupabase } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { signInForm } from '../sign-up/account-forms.ts'
import { SampleAccounts } from './sample-accounts.tsx'

/** Signs a user in; the guard around the page then redirects. */
export function SignInForm() {
  const { signIn } = useAuth()
  const { sampleData } = useConfig()
  const id = useId()
  const [unconfirmed, setUnconfirmed] = useState('')
  const { formState, handleSubmit, register, setError, setValue, clearErrors, getValues } = useForm(
    {
      resolver: zodResolver(signInForm),
      defaultValues: { email: '', password: '' },
    },
  )
  const { errors, isSubmitting, submitCount } = formState
  const left = (['email', 'password'] as const).some((name) => errors[name] && !getValues(name))

  const submit = handleSubmit(async ({ email, password }) => {
    const error = await signIn(email, password)
    if (error?.code === 'invalid_credentials')
      setError('password', { message: 'Check your e-mail and password.' }, { shouldFocus: true })
    if (error?.code === 'over_password_failures')
      setError('password', {
        message:
          'Too many wrong passwords were tried. “Forgot password?” mails you a link that lets you in.',
      })
    setUnconfirmed(error?.code === 'email_not_confirmed' ? email : '')
    if (error?.code === 'email_not_confirmed')
      setError('email', { message: 'Open the link in the e-mail we sent you first.' })
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {submitCount > 0 && left && <ErrorSummary title="Please fill in all fields" />}
      <Field label="E-mail" required id={`${id}email`} error={errors.email?.message}>
        {(control) => (
          <Input {...control} type="email" autoComplete="username" {...register('email')} />
        )}
      </Field>
      <Field
        label="Password"
        required
        id={`${id}password`}
        error={errors.password?.message}
        action={
          <Link className="link text-sm" to={paths.forgotPassword}>
            Forgot password?
          </Link>
        }
      >
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" {...register('password')} />
        )}
      </Field>
      <Button type="submit" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        Sign In
      </Button>
      {unconfirmed && <ResendConfirmation email={unconfirmed} />}
      {sampleData && (
        <SampleAccounts
          onChoose={(account) => {
            clearErrors()
            setValue('email', account.email)
            setValue('password', account.password)
          }}
        />
      )}
    </form>
  )
}

function ResendConfirmation({ email }: { email: string }) {
  const supabase = useSupabase()
  const config = useConfig()
  const [isSending, setIsSending] = useState(false)
  const resend = async () => {
    setIsSending(true)
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email,
      options: {
        emailRedirectTo: `${location.origin}/`,
        captchaToken: await captchaToken(config),
      },
    })
    setIsSending(false)
    notify.dismiss()
    if (error) notify.error('Error', error.message)
    else notify.success('Success', 'Check your email for confirmation link')
  }
  return (
    <Button variant="soft" loading={isSending} onClick={resend}>
      Send the confirmation link again
    </Button>
  )
}
