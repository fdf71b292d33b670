import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { LegalNote } from '@/components/blocks/legal/legal-links.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { useAuth, useSupabase } from '@/lib/session/session.tsx'
import { signUpForm } from './account-forms.ts'
import { checkOrganization } from './check-organization.ts'
import { describeFields } from './describe-fields.ts'
import { isPasswordRefused, SignUpGaps } from './sign-up-errors.tsx'
import { NewPasswordFields, OrganizationIdField, TextField } from './sign-up-fields.tsx'

const labels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  company_name: 'Company name',
  organization_id: 'Organization ID',
  password: 'Password',
  confirmPassword: 'Confirm password',
}

/** `onDone` follows an account that waits for its e-mail to be confirmed. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { signUp } = useAuth()
  const supabase = useSupabase()
  const form = useForm({
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
  const consent = useConsent('sign_up')
  const { control, formState, handleSubmit, setError, setValue } = form
  const { errors, isSubmitting, submitCount } = formState
  const { field, gapsIn } = describeFields(form, {
    prefix: 'sign-up',
    labels,
    optional: ['company_name'],
  })

  const submit = handleSubmit(async ({ agreeToTerms: _, confirmPassword: __, ...details }) => {
    try {
      const refusal = await checkOrganization(supabase, details.organization_id)
      if (refusal) return setError('organization_id', { message: refusal }, { shouldFocus: true })
      const error = await signUp({ ...details, accepted: consent.accepted })
      if (error === null) return onDone()
      if (consent.renew(error.code)) {
        setValue('agreeToTerms', false)
        return setError('agreeToTerms', { message: error.message }, { shouldFocus: true })
      }
      if (isPasswordRefused(error))
        setError('password', { message: error.message }, { shouldFocus: true })
    } catch (error) {
      console.error(error)
      notify.error('Sign Up Error', 'Failed to create account. Please try again.')
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {submitCount > 0 && <SignUpGaps fields={gapsIn(errors)} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <TextField {...field('email')} type="email" autoComplete="email" />
      <TextField {...field('company_name')} autoComplete="organization" />
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
      <LegalNote act="sign_up" lead="You agree to the" className="-mt-2 pl-7" />
      <Button type="submit" size="lg" className="w-full" loading={isSubmitting}>
        Sign Up
      </Button>
    </form>
  )
}
