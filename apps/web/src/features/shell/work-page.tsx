import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AppShell, type AppShellProps } from '@/components/layout/app-shell.tsx'
import { SampleBanner } from '@/components/layout/sample-banner.tsx'
import { orpc } from '@/lib/api.ts'
import { rememberSide } from '@/lib/last-side.ts'
import { useMessages } from '@/lib/messages-context.ts'
import { useAuth, useConfig } from '@/lib/session.tsx'
import { signInAndReturn } from '@/lib/sign-in-first.tsx'
import { paths } from '@/paths.ts'
import { useBadges } from './use-badges.ts'
import { useNotifications } from './use-notifications.ts'
import { useShellUser } from './use-shell-user.ts'

type WorkPageProps = {
  side: 'client' | 'vendor'
  /** Of the document; the brand follows. */
  title: string
  wide?: AppShellProps['wide']
  /** Belongs to neither side: it borrows the last one's navigation. */
  isShared?: boolean
  children: ReactNode
}

/** The shell around every page of the work area, wired with session, notifications and the sample banner. */
export function WorkPage({ side, title, wide, isShared = false, children }: WorkPageProps) {
  const { status, signOut } = useAuth()
  const { sampleData } = useConfig()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const user = useShellUser()
  const badges = useBadges(side)
  const notifications = useNotifications()
  const messages = useMessages()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())

  useEffect(() => {
    if (!isShared) rememberSide(side)
  }, [side, isShared])

  const signedOut = status === 'signed-out'
  const signInTo = signInAndReturn(pathname + search)
  const onSample = sampleData && (signedOut || viewer.data?.organization?.isSample)
  return (
    <>
      <title>{`${title} · Semblance`}</title>
      <AppShell
        role={side}
        user={user}
        wide={wide}
        badges={badges}
        notifications={notifications}
        onOpenMessages={() => messages.open({})}
        signInTo={signInTo}
        banner={onSample && <SampleBanner signInTo={signedOut ? signInTo : undefined} />}
        onSignOut={async () => {
          if ((await signOut()) === null) await navigate(paths.signIn)
        }}
      >
        {children}
      </AppShell>
    </>
  )
}
