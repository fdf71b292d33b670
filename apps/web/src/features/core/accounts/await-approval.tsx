import { Timeline, type TimelineItem } from '@/components/blocks/lists/timeline.tsx'
import { useAuth } from '@/lib/session/session.tsx'

const steps: TimelineItem[] = [
  {
    id: 'account',
    title: 'Account created',
    status: 'completed',
    description: 'Your e-mail address is confirmed.',
  },
  {
    id: 'approval',
    title: 'Approval by your organization',
    status: 'in_progress',
    description: 'Its administrators have a notification about you, and a mail if they take mail.',
  },
  {
    id: 'dashboard',
    title: 'Your dashboard',
    status: 'pending',
    description: 'It opens here by itself, and you get a mail.',
  },
]

/** Stands in for the chooser until an administrator has decided about a new member. */
export function AwaitApproval() {
  const { profile, user } = useAuth()
  return (
    <div className="mx-auto max-w-[560px]">
      <h1 className="display text-3xl">
        {profile?.first_name ? `Welcome, ${profile.first_name}` : 'Welcome'}
      </h1>
      <p role="status" className="mt-2 text-md text-muted-foreground">
        Your access is awaiting your organization's approval
      </p>
      <div className="card mt-7 p-5 md:p-6">
        <Timeline items={steps} />
      </div>
      <p className="mt-5 text-base text-muted-foreground">
        You are signed in as {user?.email}. This page follows the decision: leave it open, or come
        back later.
      </p>
    </div>
  )
}
