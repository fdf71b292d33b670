import { ForgotPassword } from '@/features/accounts/forgot-password.tsx'

export default function ForgotPasswordPage() {
  return (
    <>
      <title>Forgot password · Semblance</title>
      <ForgotPassword />
    </>
  )
}
