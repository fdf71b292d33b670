import type { StaffTask } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { AppShell, type AppShellProps } from '@/components/layout/app-shell.tsx'
import { orpc } from '@/lib/api/api.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { useSignOut } from '@/lib/session/sign-out.ts'
import { useNotifications } from '../live/use-notifications.ts'
import { useShellUser } from '../use-shell-user.ts'
import { AccessDenied } from './access-denied.tsx'

/** Staff belong to neither dashboard. */
const shell = 'staff'

type StaffPageProps = {
  title: string
  meta?: ReactNode
  back?: { label: string; to: string }
  children: ReactNode
}

/** Renders the frame of the compliance staff's pages; its content is visible to staff only. */
export function StaffPage(props: StaffPageProps) {
  const { status, isStaff } = useAuth()
  const { pathname, search } = useLocation()
  if (status === 'loading') return null
  if (status === 'signed-out') return <Navigate to={signInAndReturn(pathname + search)} replace />
  return isStaff ? <StaffShell {...props} /> : <AccessDenied />
}

function StaffShell({ title, meta, back, children }: StaffPageProps) {
  const signOut = useSignOut()
  const user = useShellUser()
  const badges = useStaffBadges()
  const notifications = useNotifications()
  return (
    <>
      <title>{`${title} · Semblance`}</title>
      <AppShell
        role={shell}
        user={user}
        badges={badges}
        notifications={notifications}
        onSignOut={signOut}
      >
        <PageHeader title={title} meta={meta} back={back} />
        {children}
      </AppShell>
    </>
  )
}

const pollMs = 60_000

/** Returns the number of waiting tasks for each entry of the staff's navigation. */
function useStaffBadges(): AppShellProps['badges'] {
  const { data } = useQuery({ ...orpc.admin.overview.queryOptions(), refetchInterval: pollMs })
  const sum = (...tasks: StaffTask[]) =>
    data?.waiting
      .filter(({ task }) => tasks.includes(task))
      .reduce((total, { count }) => total + count, 0)
  return {
    applications: sum('applications'),
    disputes: sum('disputes', 'rulings'),
    ledger: sum('adjustments', 'breaks', 'payouts'),
    support: sum('tickets'),
    jobs: sum('jobs'),
    mail: sum('mails'),
  }
}
