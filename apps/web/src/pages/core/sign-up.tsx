import { useSearchParams } from 'react-router'
import { AuthLayout } from '@/components/layout/auth-layout.tsx'
import { EmployeeSignUpForm } from '@/features/core/accounts/sign-up/employee-sign-up-form.tsx'
import { paths } from '@/paths.ts'

/** Shows the sign-up; a link may name the organization and the invited address. */
export default function SignUp() {
  const [search] = useSearchParams()
  return (
    <AuthLayout
      title="Create your account"
      description="For employees of an organization that Semblance has approved."
      back={{ label: 'Back to sign in', to: paths.signIn }}
    >
      <title>Employee sign-up · Semblance</title>
      <EmployeeSignUpForm
        organizationId={search.get('organization') ?? ''}
        email={search.get('email') ?? ''}
      />
    </AuthLayout>
  )
}
