import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AccountForm } from '../account-form.tsx'
import { joinForm } from './account-forms.ts'
import { describeFields } from './describe-fields.ts'
import { NewPasswordFields, OrganizationIdField, TextField } from './sign-up-fields.tsx'

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
const optional = ['company_name', 'job_title', 'phone'] as const

type OrganizationSignUpFormProps = { organizationId: string; email: string }

/** Joins an approved organization by its ID. */
export function OrganizationSignUpForm({ organizationId, email }: OrganizationSignUpFormProps) {
  const form = useForm({
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
  const { field, gapsIn } = describeFields(form, { prefix: 'join', labels, optional })
  return (
    <AccountForm
      form={form}
      gapsIn={gapsIn}
      detailsOf={({ confirmPassword: _, ...details }) => details}
    >
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
    </AccountForm>
  )
}
