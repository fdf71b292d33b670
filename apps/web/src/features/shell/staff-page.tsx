import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { containerClasses } from '@/components/layout/container.ts'
import { PublicHeader } from '@/components/layout/public-header.tsx'
import { SkipLink } from '@/components/layout/skip-link.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { useAuth } from '@/lib/session.tsx'
import { paths } from '@/paths.ts'

type StaffPageProps = { title: string; children: ReactNode }

/** The frame of the compliance staff's pages. */
export function StaffPage({ title, children }: StaffPageProps) {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · Semblance`}</title>
      <SkipLink />
      <PublicHeader
        actions={
          <div className="flex gap-1">
            <Button asChild variant="ghost" size="sm">
              <Link to={paths.dashboardSelection}>Dashboards</Link>
            </Button>
            <Button
              variant="ghost"
              size="sm"
              onClick={async () => {
                if ((await signOut()) === null) await navigate(paths.signIn)
              }}
            >
              Sign Out
            </Button>
          </div>
        }
      />
      <main
        id="main"
        tabIndex={-1}
        className={cn(containerClasses, 'flex-1 py-6 outline-none md:py-8')}
      >
        {children}
      </main>
    </div>
  )
}
