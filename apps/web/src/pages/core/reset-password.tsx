import { Link } from 'react-router'
import { AuthLayout } from '@/components/layout/auth-layout.tsx'
import { Button } from '@/components/ui/button.tsx'
import { ResetPasswordForm } from '@/features/core/accounts/sign-in/reset-password-form.tsx'
import { SecondFactorStep } from '@/features/core/accounts/sign-in/second-factor-step.tsx'
import { fullName } from '@/lib/forms/names.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

const title = <title>Set a new password · Semblance</title>

export default function ResetPassword() {
  const { status, user, profile, isSecondFactorDue } = useAuth()
  if (status === 'loading') return title
  if (isSecondFactorDue)
    return (
      <AuthLayout
        title="Confirm that it is you"
        description="A second proof comes before the new password."
      >
        {title}
        <SecondFactorStep />
      </AuthLayout>
    )
  if (!user)
    return (
      <AuthLayout
        title="This link has expired"
        description="Links for a new password work once, and for a limited time. Ask for a new one."
      >
        {title}
        <Button asChild size="lg" className="w-full">
          <Link to={paths.forgotPassword}>Send a new link</Link>
        </Button>
      </AuthLayout>
    )
  const isInvited = profile !== null && fullName(profile) === ''
  return (
    <AuthLayout
      title={isInvited ? 'Finish your account' : 'Set a new password'}
      description={`For ${user.email}.`}
    >
      {title}
      <ResetPasswordForm email={user.email} asksName={isInvited} />
    </AuthLayout>
  )
}
