import { Link } from 'react-router'
import { AuthLayout } from '@/components/layout/auth-layout.tsx'
import { Button } from '@/components/ui/button.tsx'
import { ResetPasswordForm } from '@/features/accounts/reset-password-form.tsx'
import { useAuth } from '@/lib/session.tsx'
import { paths } from '@/paths.ts'

const title = <title>Set a new password · Semblance</title>

export default function ResetPassword() {
  const { status, user } = useAuth()
  if (status === 'loading') return title
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
  return (
    <AuthLayout title="Set a new password" description={`For ${user.email}.`}>
      {title}
      <ResetPasswordForm email={user.email} />
    </AuthLayout>
  )
}
