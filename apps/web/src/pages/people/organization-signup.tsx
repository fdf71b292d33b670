import { useSearchParams } from 'react-router'
import { AuthLayout } from '@/components/layout/auth-layout.tsx'
import { OrganizationSignUpForm } from '@/features/core/accounts/sign-up/organization-sign-up-form.tsx'
import { paths } from '@/paths.ts'

/** Shows the organization's sign-up; a link may name the organization and the invited address. */
export default function OrganizationSignUp() {
  const [search] = useSearchParams()
  return (
    <AuthLayout
      title="Join your organization"
      description="Sign up with the ID your organization got when it was approved."
      back={{ label: 'Back to sign in', to: paths.signIn }}
    >
      <title>Join your organization · Semblance</title>
      <OrganizationSignUpForm
        organizationId={search.get('organization') ?? ''}
        email={search.get('email') ?? ''}
      />
    </AuthLayout>
  )
}
