import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { Logo } from '@/components/brand/logo.tsx'
import { Mark } from '@/components/brand/mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { paletteShortcut, usePalette } from '@/lib/pages/palette-context.ts'
import { containerClasses, iconButtonClasses } from './container.ts'
import { type ShellRole, shellTitle } from './navigation/nav.ts'
import { SettingsMenu } from './navigation/settings-menu.tsx'
import { SwitchDashboard } from './navigation/switch-dashboard.tsx'
import { type ShellUser, UserMenu } from './navigation/user-menu.tsx'
import { NotificationBell } from './notifications/notification-bell.tsx'
import type { NotificationSource } from './notifications/notification-panel.tsx'

type TopBarProps = {
  role: ShellRole
  user: ShellUser | null
  notifications?: NotificationSource
  onSignOut?: () => void
  signInTo: string
  /** False where the organization has one dashboard. */
  canSwitch?: boolean
}

export function TopBar({
  role,
  user,
  notifications,
  onSignOut,
  signInTo,
  canSwitch = true,
}: TopBarProps) {
  return (
    <header className="top-0 z-40 border-b bg-card max-md:sticky md:border-b-0">
      <div className={cn(containerClasses, 'flex h-14 items-center gap-2 md:gap-3')}>
        <Link to="/" aria-label="Semblance home" className="inline-flex shrink-0 rounded-sm">
          <Logo size={26} className="max-md:hidden" />
          <Mark size={28} className="md:hidden" />
        </Link>
        <span aria-hidden className="mx-1 h-5 w-px bg-border-strong max-md:hidden" />
        <span className="whitespace-nowrap font-medium text-base max-md:ml-1">
          <ShellTitle role={role} />
        </span>
        {role === 'staff' ? (
          <Button asChild variant="outline" size="sm" className="max-md:hidden">
            <Link to="/dashboard-selection">Dashboards</Link>
          </Button>
        ) : (
          canSwitch && <SwitchDashboard role={role} />
        )}
        <div className="ml-auto flex items-center gap-0.5 md:gap-1">
          <SearchButton />
          {notifications && <NotificationBell {...notifications} />}
          <SettingsMenu onSignOut={user ? onSignOut : undefined} />
          {user ? (
            <UserMenu user={user} role={role} onSignOut={onSignOut} />
          ) : (
            <Button asChild size="sm" className="ml-1">
              <Link to={signInTo}>Sign In</Link>
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}

/** Names the dashboard by its side alone where the bar has no room. */
function ShellTitle({ role }: { role: ShellRole }) {
  const [first, ...rest] = shellTitle(role).split(' ')
  return (
    <>
      {first}
      {rest.length > 0 && <span className="max-md:sr-only"> {rest.join(' ')}</span>}
    </>
  )
}

/** Opens the palette; looks like a field on wide screens, like an icon on narrow ones. */
function SearchButton() {
  const palette = usePalette()
  return (
    <button
      type="button"
      onClick={palette.open}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      className={cn(
        iconButtonClasses,
        'print:hidden xl:mr-1 xl:flex xl:w-52 xl:items-center xl:gap-2 xl:border xl:border-input xl:bg-background xl:px-2.5 xl:text-sm',
      )}
    >
      <Search className="size-[18px] xl:size-4" aria-hidden />
      <span className="max-xl:sr-only">Search</span>
      <kbd
        aria-hidden
        className="mono ml-auto rounded-xs border bg-card px-1 text-xs leading-4 max-xl:hidden"
      >
        {paletteShortcut}
      </kbd>
    </button>
  )
}
