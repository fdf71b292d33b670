import type { ReactNode } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { containerClasses } from '@/components/layout/container.ts'
import { PublicHeader } from '@/components/layout/public-header.tsx'
import { SettingsMenu } from '@/components/layout/settings-menu.tsx'
import { SkipLink } from '@/components/layout/skip-link.tsx'
import { UserMenu } from '@/components/layout/user-menu.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { useAuth } from '@/lib/session.tsx'
import { signInAndReturn } from '@/lib/sign-in-first.tsx'
import { paths } from '@/paths.ts'
import { AccessDenied } from './access-denied.tsx'
import { StaffNav } from './staff-nav.tsx'
import { useShellUser } from './use-shell-user.ts'

/** Staff belong to neither dashboard. */
const lookOfStaff = 'client'

type StaffPageProps = { title: string; meta?: ReactNode; children: ReactNode }

/** The frame of the compliance staff's pages; nobody else sees what is in it. */
export function StaffPage({ title, meta, children }: StaffPageProps) {
  const { status, isStaff } = useAuth()
  const { pathname, search } = useLocation()
  if (status === 'loading') return null
  if (status === 'signed-out') return <Navigate to={signInAndReturn(pathname + search)} replace />
  if (!isStaff) return <AccessDenied />
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · Semblance`}</title>
      <SkipLink />
      <PublicHeader actions={<StaffActions />} />
      <StaffNav />
      <main
        id="main"
        tabIndex={-1}
        className={cn(containerClasses, 'flex-1 py-6 outline-none md:py-8')}
      >
        <PageHeader title={title} meta={meta} />
        {children}
      </main>
    </div>
  )
}

function StaffActions() {
  const { signOut } = useAuth()
  const user = useShellUser()
  const navigate = useNavigate()
  const leave = async () => {
    if ((await signOut()) === null) await navigate(paths.signIn)
  }
  return (
    <div className="flex items-center gap-1">
      <Button asChild variant="ghost" size="sm">
        <Link to={paths.dashboardSelection}>Dashboards</Link>
      </Button>
      <SettingsMenu onSignOut={leave} />
      {user && <UserMenu user={user} role={lookOfStaff} phonePages={[]} onSignOut={leave} />}
    </div>
  )
}
