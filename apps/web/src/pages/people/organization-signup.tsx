import { AuthLayout } from '@/components/layout/auth-layout.tsx'
import { SignUpPage } from '@/features/core/accounts/sign-up/sign-up-page.tsx'
import { paths } from '@/paths.ts'

export default function OrganizationSignUp() {
  return (
    <AuthLayout
      title="Join your organization"
      description="Sign up with the ID your organization got when it was approved."
      back={{ label: 'Back to sign in', to: paths.signIn }}
    >
      <title>Join your organization · Semblance</title>
      <SignUpPage variant="join" />
    </AuthLayout>
  )
}
