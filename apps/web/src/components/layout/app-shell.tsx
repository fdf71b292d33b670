import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ArrivalContext, useArrival } from '@/components/blocks/arrival.ts'
import { SkeletonPage } from '@/components/blocks/skeleton-page.tsx'
import { cn } from '@/lib/cn.ts'
import { BottomBar } from './bottom-bar.tsx'
import { containerClasses } from './container.ts'
import { type NavItem, type NavKey, navItems, type ShellRole, shellTitle } from './nav.ts'
import type { NotificationSource } from './notification-panel.tsx'
import { PrimaryNav } from './primary-nav.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import type { ShellUser } from './user-menu.tsx'

export type AppShellProps = {
  role: ShellRole
  /** null: signed out. */
  user: ShellUser | null
  /** The role's entries unless told. */
  nav?: readonly NavItem[]
  /** Counts beside navigation entries; 0 is not shown. */
  badges?: Partial<Record<NavKey, number>>
  /** Without it there is no bell. */
  notifications?: NotificationSource
  /** Without it there is no Messages entry. */
  onOpenMessages?: () => void
  onSignOut?: () => void
  /** Where Sign In leads; give it the way back. */
  signInTo?: string
  /** Above everything, usually a SampleBanner. */
  banner?: ReactNode
  /** No gutters and no maximum width. */
  wide?: boolean
  children: ReactNode
}

const padded = [containerClasses, 'py-6 md:py-8']

export function AppShell({
  role,
  user,
  nav = navItems[role],
  badges = {},
  notifications,
  onOpenMessages,
  onSignOut,
  signInTo = '/auth',
  banner,
  wide,
  children,
}: AppShellProps) {
  const items = nav.filter((item) => item.key !== 'messages' || onOpenMessages)
  const title = shellTitle(role)
  const { phase, wait } = useArrival(useLocation().pathname)
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(60px+env(safe-area-inset-bottom))]">
      <SkipLink />
      {banner}
      <TopBar
        role={role}
        user={user}
        items={items}
        notifications={notifications}
        onSignOut={onSignOut}
        signInTo={signInTo}
      />
      <PrimaryNav label={title} items={items} badges={badges} onOpenMessages={onOpenMessages} />
      <main
        id="main"
        tabIndex={-1}
        className={cn(
          'relative w-full flex-1 outline-none',
          phase !== 'here' && '*:invisible',
          !wide && padded,
        )}
      >
        <ArrivalContext value={wait}>{children}</ArrivalContext>
        {phase === 'skeleton' && (
          <div className={cn('visible! absolute inset-x-0 top-0', padded)}>
            <SkeletonPage />
          </div>
        )}
      </main>
      <BottomBar
        label={`${title}, main`}
        items={items}
        badges={badges}
        onOpenMessages={onOpenMessages}
      />
    </div>
  )
}
