import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { useAuth, useSupabase } from '@/lib/session.tsx'
import { signUpForm } from './account-forms.ts'
import { checkOrganization } from './check-organization.ts'
import { NewPasswordFields, OrganizationIdField, TextField } from './sign-up-fields.tsx'
import { SignUpGaps } from './sign-up-gaps.tsx'

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  organization_id: 'Organization ID',
  password: 'Password',
  confirmPassword: 'Confirm password',
}
const requiredNames = Object.keys(labels) as (keyof typeof labels)[]
const idOf = (name: string) => `sign-up-${name}`

/** `onDone` follows an account that waits for its e-mail to be confirmed. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { signUp } = useAuth()
  const supabase = useSupabase()
  const { control, formState, getValues, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(signUpForm),
    defaultValues: {
      first_name: '',
      last_name: '',
      email: '',
      company_name: '',
      organization_id: '',
      password: '',
      confirmPassword: '',
      agreeToTerms: false,
    },
  })
  const { errors, isSubmitting, submitCount } = formState
  const empty = requiredNames.filter((name) => errors[name] && !getValues(name).trim())

  const submit = handleSubmit(async ({ agreeToTerms: _, confirmPassword: __, ...details }) => {
    try {
      const refusal = await checkOrganization(supabase, details.organization_id)
      if (refusal) return setError('organization_id', { message: refusal }, { shouldFocus: true })
      if ((await signUp(details)) === null) onDone()
    } catch (error) {
      console.error(error)
      notify.error('Sign Up Error', 'Failed to create account. Please try again.')
    }
  })
  const field = (name: keyof typeof labels) => ({
    id: idOf(name),
    label: labels[name],
    required: true,
    error: errors[name]?.message,
    ...register(name),
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {submitCount > 0 && (
        <SignUpGaps fields={empty.map((name) => ({ id: idOf(name), label: labels[name] }))} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <TextField {...field('email')} type="email" autoComplete="email" />
      <TextField
        id={idOf('company_name')}
        label="Company name"
        optional
        error={errors.company_name?.message}
        autoComplete="organization"
        {...register('company_name')}
      />
      <OrganizationIdField {...field('organization_id')} />
      <NewPasswordFields field={field} />
      <Controller
        control={control}
        name="agreeToTerms"
        render={({ field: { value, onChange, ...box } }) => (
          <CheckboxField
            {...box}
            checked={value}
            onCheckedChange={(checked) => onChange(checked === true)}
            error={errors.agreeToTerms?.message}
            label="I agree to the Terms of Service and Privacy Policy"
          />
        )}
      />
      <Button type="submit" size="lg" className="w-full" loading={isSubmitting}>
        Sign Up
      </Button>
    </form>
  )
}
