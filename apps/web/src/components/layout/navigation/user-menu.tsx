import { Building2, LayoutDashboard, LogOut, type LucideIcon, UserCog } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from '@/components/ui/popover.tsx'
import { monthYear } from '@/lib/format.ts'
import type { ShellRole } from './nav.ts'

export type ShellUser = {
  name: string
  email: string
  company: string
  /** The job title, or what the person may do here. */
  role?: string
  joinedAt: string | Date
}

type UserMenuProps = {
  user: ShellUser
  role: ShellRole
  onSignOut?: () => void
}

export function UserMenu({ user, role, onSignOut }: UserMenuProps) {
  const tone = role === 'vendor' ? 'vendor' : 'client'
  return (
    <Popover>
      <PopoverTrigger className="ml-1 flex items-center gap-2 rounded-sm p-1 text-left hover:bg-accent data-[state=open]:bg-accent md:pr-2">
        <Avatar name={user.name} tone={tone} size={30} />
        <span className="leading-tight max-lg:sr-only">
          <span className="block font-medium text-sm">{user.name}</span>{' '}
          <span className="block text-muted-foreground text-xs">{user.company}</span>
        </span>
        <span className="sr-only">, user menu</span>
      </PopoverTrigger>
      <PopoverContent aria-label="User menu" className="w-[300px] max-w-[calc(100vw-24px)]">
        <div className="flex items-center gap-3 px-4 pt-4 pb-3">
          <Avatar name={user.name} tone={tone} size={40} />
          <div className="min-w-0">
            <div className="font-semibold leading-tight">{user.name}</div>
            {user.role && <div className="text-muted-foreground text-sm">{user.role}</div>}
          </div>
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-4 pb-3 text-sm">
          <dt className="text-muted-foreground">E-mail</dt>
          <dd className="truncate">{user.email}</dd>
          {user.company && (
            <>
              <dt className="text-muted-foreground">Company</dt>
              <dd className="[overflow-wrap:anywhere]">{user.company}</dd>
            </>
          )}
          <dt className="text-muted-foreground">Joined</dt>
          <dd>{monthYear(user.joinedAt)}</dd>
        </dl>
        <ul className="border-t p-2">
          <UserMenuLink to="/user-settings" icon={UserCog} label="User Profile" />
          {role === 'staff' && (
            <UserMenuLink to="/dashboard-selection" icon={LayoutDashboard} label="Dashboards" />
          )}
          <UserMenuLink to="/company-profile" icon={Building2} label="Company Profile" />
        </ul>
        <div className="border-t p-2">
          <PopoverClose className={userMenuEntryClasses} onClick={onSignOut}>
            <LogOut className="size-4 text-muted-foreground" aria-hidden />
            Sign Out
          </PopoverClose>
        </div>
      </PopoverContent>
    </Popover>
  )
}

const userMenuEntryClasses =
  'flex h-10 w-full items-center gap-2.5 rounded-xs px-2 text-left hover:bg-accent focus-visible:-outline-offset-2 md:h-9'

type UserMenuLinkProps = { to: string; icon: LucideIcon; label: string }

function UserMenuLink({ to, icon: Icon, label }: UserMenuLinkProps) {
  return (
    <li>
      <PopoverClose asChild>
        <Link to={to} className={userMenuEntryClasses}>
          <Icon className="size-4 text-muted-foreground" aria-hidden />
          {label}
        </Link>
      </PopoverClose>
    </li>
  )
}
