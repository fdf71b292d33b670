import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { splitName } from '@/lib/forms/names.ts'
import { AccountForm } from '../account-form.tsx'
import { employeeForm } from './account-forms.ts'
import { describeFields } from './describe-fields.ts'
import { NewPasswordFields, OrganizationIdField, TextField } from './sign-up-fields.tsx'

const labels = {
  organization_id: 'Organization ID',
  name: 'Name',
  role: 'Role',
  email: 'E-mail',
  password: 'Password',
  confirmPassword: 'Confirm password',
}
type EmployeeSignUpFormProps = { organizationId: string; email: string }

/** Signs up employees of an approved organization, who then wait for its approval. */
export function EmployeeSignUpForm({ organizationId, email }: EmployeeSignUpFormProps) {
  const form = useForm({
    resolver: zodResolver(employeeForm),
    defaultValues: {
      organization_id: organizationId,
      name: '',
      role: '',
      email,
      password: '',
      confirmPassword: '',
    },
  })
  const { field, gapsIn } = describeFields(form, { prefix: 'employee', labels })
  return (
    <AccountForm
      form={form}
      gapsIn={gapsIn}
      detailsOf={({ name, role, confirmPassword: _, ...account }) => ({
        ...account,
        ...splitName(name),
        company_name: '',
        job_title: role,
      })}
    >
      <OrganizationIdField {...field('organization_id')} />
      <TextField {...field('name')} autoComplete="name" />
      <TextField
        {...field('role')}
        autoComplete="organization-title"
        placeholder="e.g. Data Scientist"
      />
      <TextField {...field('email')} type="email" autoComplete="email" />
      <NewPasswordFields field={field} />
    </AccountForm>
  )
}
