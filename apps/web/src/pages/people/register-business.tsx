import { Link } from 'react-router'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { AfterSubmitting } from '@/features/people/applications/registration/after-submitting.tsx'
import { RegistrationForm } from '@/features/people/applications/registration/registration-form.tsx'
import { paths } from '@/paths.ts'

export default function RegisterBusiness() {
  return (
    <SimplePage width="form" back={{ label: 'Back to home', to: paths.home }}>
      <title>Register Your Business · Semblance</title>
      <h1 className="display text-3xl">Register Your Business</h1>
      <p className="mt-2 text-md text-muted-foreground">
        Our compliance team reviews every application, usually in 2-5 business days.
      </p>
      <p className="mt-1 text-md text-muted-foreground">
        Already have an account?{' '}
        <Link to={paths.auth} className="link">
          Sign in here
        </Link>
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_264px]">
        <div className="min-w-0">
          <RegistrationForm />
        </div>
        <AfterSubmitting />
      </div>
    </SimplePage>
  )
}
