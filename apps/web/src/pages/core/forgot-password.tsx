import { ForgotPassword } from '@/features/core/accounts/sign-in/forgot-password.tsx'

export default function ForgotPasswordPage() {
  return (
    <>
      <title>Forgot password · Semblance</title>
      <ForgotPassword />
    </>
  )
}
