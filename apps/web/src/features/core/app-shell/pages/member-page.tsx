import type { Side } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { AppShell, type AppShellProps } from '@/components/layout/app-shell.tsx'
import { SampleBanner } from '@/components/layout/sample-banner.tsx'
import { orpc } from '@/lib/api/api.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { useRememberSample, wasOnSample } from '@/lib/session/last-sample.ts'
import { rememberSide } from '@/lib/session/last-side.ts'
import { onlySideOf } from '@/lib/session/only-side.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth, useConfig } from '@/lib/session/session.tsx'
import { useSignOut } from '@/lib/session/sign-out.ts'
import { LegalDue } from '../legal-due.tsx'
import { useBadges } from '../live/use-badges.ts'
import { useNotifications } from '../live/use-notifications.ts'
import { ResetSamples } from '../reset-samples.tsx'
import { useShellUser } from '../use-shell-user.ts'

type WorkPageProps = {
  side: Side
  /** Titles the document, followed by the brand. */
  title: string
  wide?: AppShellProps['wide']
  /** Belongs to neither side: it borrows the last one's navigation. */
  isShared?: boolean
  children: ReactNode
}

/**
 * Wraps every page of the work area in the shell, with session, notifications and the sample
 * banner.
 */
export function WorkPage({ side, title, wide, isShared = false, children }: WorkPageProps) {
  const { status, isStaff } = useAuth()
  const { sampleData } = useConfig()
  const { pathname, search } = useLocation()
  const signOut = useSignOut()
  const user = useShellUser()
  const badges = useBadges(side)
  const notifications = useNotifications(side)
  const messages = useMessages()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())

  useEffect(() => {
    if (!isShared) rememberSide(side)
  }, [side, isShared])

  const signedOut = status === 'signed-out'
  const signInTo = signInAndReturn(pathname + search)
  const isSample = viewer.data && (viewer.data.organization?.isSample ?? false)
  const onSample = sampleData && (signedOut || isStaff || (isSample ?? wasOnSample()))
  useRememberSample(isSample)

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
        canSwitch={onlySideOf(viewer.data) === null}
        banner={
          <>
            {onSample && (
              <SampleBanner
                signInTo={signedOut ? signInTo : undefined}
                action={(isStaff || isSample) && <ResetSamples />}
              />
            )}
            <LegalDue />
          </>
        }
        onSignOut={signOut}
      >
        {children}
      </AppShell>
    </>
  )
}
