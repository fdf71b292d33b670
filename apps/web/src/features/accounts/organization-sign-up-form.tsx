import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { AccountCreated } from './account-created.tsx'
import { joinForm } from './account-forms.ts'
import { NewPasswordFields, OrganizationIdField, TextField } from './sign-up-fields.tsx'
import { SignUpGaps, tellRefusal } from './sign-up-gaps.tsx'
import { useCreateAccount } from './use-create-account.ts'

const labels = {
  organization_id: 'Organization ID',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  company_name: 'Company name',
  job_title: 'Job title',
  phone: 'Phone',
  password: 'Password',
  confirmPassword: 'Confirm password',
}
type Name = keyof typeof labels
const optional = new Set<Name>(['company_name', 'job_title', 'phone'])
const required = (Object.keys(labels) as Name[]).filter((name) => !optional.has(name))
const idOf = (name: Name) => `join-${name}`

type OrganizationSignUpFormProps = { organizationId: string; email: string }

/** Joins an approved organization by its ID. */
export function OrganizationSignUpForm({ organizationId, email }: OrganizationSignUpFormProps) {
  const { create, isCreated } = useCreateAccount()
  const { formState, getValues, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(joinForm),
    defaultValues: {
      organization_id: organizationId,
      first_name: '',
      last_name: '',
      email,
      company_name: '',
      job_title: '',
      phone: '',
      password: '',
      confirmPassword: '',
    },
  })
  const { errors, isSubmitting, submitCount } = formState
  const empty = required.filter((name) => errors[name] && !getValues(name).trim())
  const field = (name: Name) => ({
    id: idOf(name),
    label: labels[name],
    required: !optional.has(name),
    optional: optional.has(name),
    error: errors[name]?.message,
    ...register(name),
  })

  const submit = handleSubmit(
    async ({ confirmPassword: _, ...details }) => {
      notify.dismiss()
      const refused = await create(details)
      if (refused)
        setError('organization_id', { message: refused.organization_id }, { shouldFocus: true })
    },
    (refused) =>
      tellRefusal({
        hasGaps: required.some((name) => refused[name] && !getValues(name).trim()),
        isMismatch: Boolean(refused.confirmPassword),
      }),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {submitCount > 0 && (
        <SignUpGaps fields={empty.map((name) => ({ id: idOf(name), label: labels[name] }))} />
      )}
      <OrganizationIdField {...field('organization_id')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <TextField {...field('email')} type="email" autoComplete="email" />
      <TextField {...field('company_name')} autoComplete="organization" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('job_title')} autoComplete="organization-title" />
        <TextField {...field('phone')} type="tel" autoComplete="tel" />
      </div>
      <NewPasswordFields field={field} />
      <Button type="submit" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        Create Account
      </Button>
      {isCreated && <AccountCreated />}
    </form>
  )
}
