import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { useSupabase } from '@/lib/session.tsx'
import { paths } from '@/paths.ts'
import { newPasswordForm } from './account-forms.ts'

/** Needs the session that a recovery link opens. */
export function ResetPasswordForm({ email }: { email: string }) {
  const supabase = useSupabase()
  const navigate = useNavigate()
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(
    async ({ password }) => {
      const { error } = await supabase.auth.updateUser({ password })
      if (error) {
        setError('password', { message: error.message }, { shouldFocus: true })
        return void notify.error('Update Error', error.message)
      }
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
      <Field
        label="New password"
        required
        hint="At least 6 characters"
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
        Set new password
      </Button>
    </form>
  )
}
