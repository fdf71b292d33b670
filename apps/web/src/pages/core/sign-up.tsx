import { AuthLayout } from '@/components/layout/auth-layout.tsx'
import { SignUpPage } from '@/features/core/accounts/sign-up/sign-up-page.tsx'
import { paths } from '@/paths.ts'

export default function SignUp() {
  return (
    <AuthLayout
      title="Create your account"
      description="For employees of an organization that Semblance has approved."
      back={{ label: 'Back to sign in', to: paths.signIn }}
    >
      <title>Employee sign-up · Semblance</title>
      <SignUpPage variant="employee" />
    </AuthLayout>
  )
}
