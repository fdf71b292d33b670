import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PageReadyContext, usePageReady } from '@/components/blocks/states/page-ready.ts'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { cn } from '@/lib/cn.ts'
import { containerClasses } from './container.ts'
import { BottomBar } from './navigation/bottom-bar.tsx'
import {
  type NavItem,
  type NavKey,
  navItems,
  type ShellRole,
  shellTitle,
} from './navigation/nav.ts'
import { PrimaryNav } from './navigation/primary-nav.tsx'
import { SkipLink } from './navigation/skip-link.tsx'
import type { ShellUser } from './navigation/user-menu.tsx'
import type { NotificationSource } from './notifications/notification-panel.tsx'
import { TopBar } from './top-bar.tsx'

export type AppShellProps = {
  role: ShellRole
  /** null: signed out. */
  user: ShellUser | null
  /** Defaults to the role's entries. */
  nav?: readonly NavItem[]
  /** Counts next to navigation entries; 0 is not shown. */
  badges?: Partial<Record<NavKey, number>>
  /** Adds the bell. */
  notifications?: NotificationSource
  /** Adds the Messages entry. */
  onOpenMessages?: () => void
  onSignOut?: () => void
  /** Target of Sign In, with the address to return to. */
  signInTo?: string
  /** False where the organization has one dashboard, and Switch Dashboard would lead nowhere. */
  canSwitch?: boolean
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
  canSwitch,
  banner,
  wide,
  children,
}: AppShellProps) {
  const items = nav.filter((item) => item.key !== 'messages' || onOpenMessages)
  const title = shellTitle(role)
  const { phase, wait } = usePageReady(useLocation().pathname)
  return (
    <div className="flex min-h-dvh flex-col max-md:pb-[calc(60px+env(safe-area-inset-bottom))]">
      <SkipLink />
      {banner}
      <TopBar
        role={role}
        user={user}
        notifications={notifications}
        onSignOut={onSignOut}
        signInTo={signInTo}
        canSwitch={canSwitch}
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
        <PageReadyContext value={wait}>{children}</PageReadyContext>
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
