import { Link } from 'react-router'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { RegistrationForm } from '@/features/people/applications/registration-form.tsx'
import { paths } from '@/paths.ts'

export default function RegisterBusiness() {
  return (
    <SimplePage width="form" back={{ label: 'Back to home', to: paths.home }}>
      <title>Register Your Business · Semblance</title>
      <h1 className="display text-3xl">Register Your Business</h1>
      <p className="mt-2 max-w-[62ch] text-md text-muted-foreground">
        Our compliance team reviews every application, usually in 2-5 business days.
      </p>
      <p className="mt-1 text-md text-muted-foreground">
        Already have an account?{' '}
        <Link to={paths.auth} className="link">
          Sign in here
        </Link>
      </p>
      <RegistrationForm />
    </SimplePage>
  )
}
