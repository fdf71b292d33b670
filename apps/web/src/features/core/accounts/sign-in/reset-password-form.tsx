import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { splitName } from '@/lib/forms/names.ts'
import { useAuth, useConfig, useSupabase } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { newPasswordForm, welcomeForm } from '../sign-up/account-forms.ts'
import { TextField } from '../sign-up/sign-up-fields.tsx'

type ResetPasswordFormProps = { email: string; asksName: boolean }

/** Needs the session that a recovery link, or an invitation's, opens. */
export function ResetPasswordForm({ email, asksName }: ResetPasswordFormProps) {
  const supabase = useSupabase()
  const { updateProfile } = useAuth()
  const { minPasswordLength } = useConfig()
  const navigate = useNavigate()
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(asksName ? welcomeForm : newPasswordForm),
    defaultValues: { name: '', password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(
    async ({ name, password }) => {
      notify.dismiss()
      const { error } = await supabase.auth.updateUser({ password })
      if (error) {
        setError('password', { message: error.message }, { shouldFocus: true })
        return void notify.error('Update Error', error.message)
      }
      if (asksName && (await updateProfile(splitName(name)))) return
      notify.success('Password Changed', 'Your new password is set.')
      await navigate(paths.dashboardSelection, { replace: true })
    },
    (refused) => {
      if (refused.confirmPassword)
        notify.error('Password Mismatch', 'Passwords do not match. Please try again.')
    },
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {asksName && (
        <TextField
          label="Name"
          required
          error={errors.name?.message}
          autoComplete="name"
          {...register('name')}
        />
      )}
      <Field
        label="New password"
        required
        hint={`At least ${minPasswordLength} characters`}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput {...control} autoComplete="new-password" {...register('password')} />
        )}
      </Field>
      <Field label="Confirm password" required error={errors.confirmPassword?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            {...register('confirmPassword')}
          />
        )}
      </Field>
      <Button type="submit" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        {asksName ? 'Create Account' : 'Set new password'}
      </Button>
    </form>
  )
}
