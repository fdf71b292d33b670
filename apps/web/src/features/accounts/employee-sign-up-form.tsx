import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { splitName } from '@/lib/names.ts'
import { AccountCreated } from './account-created.tsx'
import { employeeForm } from './account-forms.ts'
import { NewPasswordFields, OrganizationIdField, TextField } from './sign-up-fields.tsx'
import { SignUpGaps, tellRefusal } from './sign-up-gaps.tsx'
import { useCreateAccount } from './use-create-account.ts'

const labels = {
  organization_id: 'Organization ID',
  name: 'Name',
  role: 'Role',
  email: 'E-mail',
  password: 'Password',
  confirmPassword: 'Confirm password',
}
type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]
const idOf = (name: Name) => `employee-${name}`

type EmployeeSignUpFormProps = { organizationId: string; email: string }

/** For employees of an approved organization, who then wait for its approval. */
export function EmployeeSignUpForm({ organizationId, email }: EmployeeSignUpFormProps) {
  const { create, isCreated } = useCreateAccount()
  const { formState, getValues, handleSubmit, register, setError } = useForm({
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
  const { errors, isSubmitting, submitCount } = formState
  const empty = names.filter((name) => errors[name] && !getValues(name).trim())
  const field = (name: Name) => ({
    id: idOf(name),
    label: labels[name],
    required: true,
    error: errors[name]?.message,
    ...register(name),
  })

  const submit = handleSubmit(
    async ({ name, role, confirmPassword: _, ...account }) => {
      notify.dismiss()
      const details = { ...account, ...splitName(name), company_name: '', job_title: role }
      const refused = await create(details)
      if (refused)
        setError('organization_id', { message: refused.organization_id }, { shouldFocus: true })
    },
    (refused) =>
      tellRefusal({
        hasGaps: names.some((name) => refused[name] && !getValues(name).trim()),
        isMismatch: Boolean(refused.confirmPassword),
      }),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {submitCount > 0 && (
        <SignUpGaps fields={empty.map((name) => ({ id: idOf(name), label: labels[name] }))} />
      )}
      <OrganizationIdField {...field('organization_id')} />
      <TextField {...field('name')} autoComplete="name" />
      <TextField
        {...field('role')}
        autoComplete="organization-title"
        placeholder="e.g. Data Scientist"
      />
      <TextField {...field('email')} type="email" autoComplete="email" />
      <NewPasswordFields field={field} />
      <Button type="submit" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        Create Account
      </Button>
      {isCreated && <AccountCreated />}
    </form>
  )
}
