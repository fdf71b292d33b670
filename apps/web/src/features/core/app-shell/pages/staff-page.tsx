import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { AppShell } from '@/components/layout/app-shell.tsx'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { useSignOut } from '@/lib/session/sign-out.ts'
import { useNotifications } from '../live/use-notifications.ts'
import { useStaffBadges } from '../live/use-staff-badges.ts'
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
