import { Link } from 'react-router'
import { Timeline, type TimelineItem } from '@/components/blocks/lists/timeline.tsx'
import { SimplePage } from '@/components/layout/simple-page.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Standing } from '@/features/people/applications/application-standing.tsx'
import { useLinkToken } from '@/features/people/applications/mail-link.tsx'
import { paths } from '@/paths.ts'

const steps: TimelineItem[] = [
  {
    id: 'submitted',
    title: 'Application Submitted',
    status: 'completed',
    description: 'Your application has reached our compliance team.',
  },
  {
    id: 'review',
    title: 'Review in Progress',
    status: 'in_progress',
    when: '2-5 business days',
    description: 'We check your registration details and how you will use the platform.',
  },
  {
    id: 'email',
    title: 'Email Notification',
    status: 'pending',
    description: 'You receive your organization ID and account-setup instructions.',
  },
]

const next = [
  'Our compliance team reviews your application, usually in 2-5 business days.',
  'On approval, we e-mail an organization ID to the business email you gave us.',
  'You finish account setup with that ID, and your employees sign up with it.',
  'Your organization approves each employee before they can work here.',
]

/** Shows the application of the link that a receipt has; without one, what happens next. */
export default function BusinessUnderReview() {
  const token = useLinkToken()
  if (token === '') return <Received />
  return (
    <SimplePage>
      <title>Application Under Review · Semblance</title>
      <Standing token={token} />
    </SimplePage>
  )
}

function Received() {
  return (
    <SimplePage width="note">
      <title>Application Under Review · Semblance</title>
      <h1 className="display text-3xl">Application Under Review</h1>
      <p className="mt-2 text-md text-muted-foreground">
        Thank you. There is nothing more to do until you hear from us.
      </p>
      <div className="card mt-7 p-5 md:p-6">
        <Timeline items={steps} />
      </div>
      <h2 className="mt-8 font-semibold text-lg">What happens next?</h2>
      <ul className="mt-3 grid gap-2 text-md text-muted-foreground">
        {next.map((item) => (
          <li key={item} className="flex gap-2.5">
            <span aria-hidden className="mt-[11px] h-px w-3 shrink-0 bg-border-strong" />
            {item}
          </li>
        ))}
      </ul>
      <Button asChild size="lg" className="mt-8">
        <Link to={paths.home}>Return to Home</Link>
      </Button>
    </SimplePage>
  )
}
