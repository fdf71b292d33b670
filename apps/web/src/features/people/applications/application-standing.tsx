import { type ApplicationStanding, isUndecided } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { Timeline, type TimelineItem } from '@/components/blocks/lists/timeline.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { date, dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { ApplicantDocuments } from './applicant-documents.tsx'
import { ClosedLink, LinkState } from './mail-link.tsx'

/** Shows how an application stands by the link of its receipt, and takes documents until the decision. */
export function Standing({ token }: { token: string }) {
  const query = useQuery({
    ...orpc.applications.status.queryOptions({ input: { token } }),
    retry: false,
  })
  return (
    <LinkState
      query={query}
      errorTitle="The application did not load"
      closedBy="application_link_closed"
      closed={
        <ClosedLink title="This link does not work">
          It is incomplete, was not made here, or its application is gone.
        </ClosedLink>
      }
    >
      {(standing) => <Stands token={token} standing={standing} />}
    </LinkState>
  )
}

type StandsProps = { token: string; standing: ApplicationStanding }

const titles: Record<ApplicationStanding['status'], string> = {
  pending: 'Application Under Review',
  waiting: 'Application Under Review',
  approved: 'Application Approved',
  declined: 'Application Not Approved',
}

function Stands({ token, standing }: StandsProps) {
  const { businessName, reference, status } = standing
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="display text-3xl">{titles[status]}</h1>
        <StatusBadge domain="application" status={status} />
      </div>
      <p className="mt-2 text-md text-muted-foreground [overflow-wrap:anywhere]">
        {businessName} <span className="ml-2">Reference</span>{' '}
        <span className="mono text-foreground text-sm">{reference}</span>
      </p>
      <div className="mt-6 grid items-start gap-5 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="card p-5 md:p-6">
          <Timeline items={stepsOf(standing)} />
        </div>
        <div className="grid min-w-0 gap-5">
          {standing.waitingSince && <QuestionNote askedAt={standing.waitingSince} />}
          <ApplicantDocuments token={token} />
          {isUndecided(status) && <Next />}
        </div>
      </div>
    </>
  )
}

function QuestionNote({ askedAt }: { askedAt: Date }) {
  return (
    <section
      aria-label="A question for you"
      className="rounded-lg border border-st-warn-fg/40 bg-card p-5"
    >
      <p className="flex items-center gap-2 font-medium text-base text-st-warn-fg">
        <TriangleAlert className="size-4" aria-hidden /> A question for you
      </p>
      <p className="mt-2 text-base">
        It was mailed to the business email on <TimeText at={askedAt} show={dateTime} />. Answer by
        the link in that mail; the clock stands still until then. Documents can be added here.
      </p>
    </section>
  )
}

function stepsOf(standing: ApplicationStanding): TimelineItem[] {
  const { status, receivedAt, decidedAt } = standing
  const isDecided = !isUndecided(status)
  return [
    {
      id: 'submitted',
      title: 'Application Submitted',
      status: 'completed',
      when: <TimeText at={receivedAt} show={dateTime} />,
      description: 'Your application has reached our compliance team.',
    },
    {
      id: 'review',
      title: 'Review in Progress',
      status: isDecided ? 'completed' : 'in_progress',
      when: decidedAt ? <TimeText at={decidedAt} show={dateTime} /> : '2-5 business days',
      description: reviewText(standing),
    },
    {
      id: 'email',
      title: 'Email Notification',
      status: isDecided ? 'completed' : 'pending',
      description: mailTexts[status],
    },
  ]
}

function reviewText({ status, dueAt }: ApplicationStanding): string {
  if (status === 'approved') return 'Your application was approved.'
  if (status === 'declined') return 'Your application was not approved.'
  if (status === 'waiting') return 'The review goes on once you have answered our question.'
  return dueAt > new Date()
    ? `We check your registration details and how you will use the platform, and mean to answer by ${date(dueAt)}.`
    : 'We check your registration details and how you will use the platform. It takes longer than we meant it to.'
}

const mailTexts: Record<ApplicationStanding['status'], string> = {
  pending: 'You receive your organization ID and account-setup instructions.',
  waiting: 'You receive your organization ID and account-setup instructions.',
  approved: 'The mail about it has the organization ID, with which you set up your account.',
  declined: 'The mail about it has the reason.',
}

const next = [
  'We write to the business email when there is a question, and when it is decided.',
  'On approval you finish account setup with the organization ID of that mail.',
  'Your employees sign up with the ID; your organization approves each of them.',
]

function Next() {
  return (
    <section aria-label="What happens next?" className="card p-5">
      <h2 className="font-semibold text-md">What happens next?</h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5 text-base marker:text-border-strong">
        {next.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <Button asChild variant="outline" className="mt-4">
        <Link to={paths.home}>Return to Home</Link>
      </Button>
    </section>
  )
}
