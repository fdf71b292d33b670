import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { ErrorSummary } from '@/components/blocks/error-summary.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { useAuth, useSupabase } from '@/lib/session.tsx'
import { signUpForm } from './account-forms.ts'
import { checkOrganization } from './check-organization.ts'

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
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {submitCount > 0 && empty.length > 0 && (
        <ErrorSummary
          title="Please fill in all required fields"
          fields={empty.map((name) => ({ id: idOf(name), label: labels[name] }))}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('first_name')}>
          {(props) => <Input {...props} autoComplete="given-name" {...register('first_name')} />}
        </Field>
        <Field {...field('last_name')}>
          {(props) => <Input {...props} autoComplete="family-name" {...register('last_name')} />}
        </Field>
      </div>
      <Field {...field('email')}>
        {(props) => <Input {...props} type="email" autoComplete="email" {...register('email')} />}
      </Field>
      <Field label="Company name" optional error={errors.company_name?.message}>
        {(props) => <Input {...props} autoComplete="organization" {...register('company_name')} />}
      </Field>
      <Field
        {...field('organization_id')}
        hint="From the approval e-mail your organization received."
      >
        {(props) => (
          <Input
            {...props}
            placeholder="ORG-12345-ABCDE"
            autoComplete="off"
            spellCheck={false}
            className="font-mono md:text-sm"
            {...register('organization_id')}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('password')} hint="At least 6 characters">
          {(props) => (
            <PasswordInput {...props} autoComplete="new-password" {...register('password')} />
          )}
        </Field>
        <Field {...field('confirmPassword')}>
          {(props) => (
            <PasswordInput
              {...props}
              autoComplete="new-password"
              {...register('confirmPassword')}
            />
          )}
        </Field>
      </div>
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
