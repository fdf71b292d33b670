import {
  BellRing,
  CreditCard,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Settings,
  ShieldCheck,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { cn } from '@/lib/cn.ts'
import { iconButtonClasses } from '../container.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** Lists the pages of the menu, whose button is marked while one of them is open. */
const pages = ['/notification-settings', '/privacy-security', '/contact-support', '/user-settings']

export function SettingsMenu({ onSignOut }: { onSignOut?: () => void }) {
  const { pathname } = useLocation()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        className={cn(
          iconButtonClasses,
          pages.includes(pathname) && 'bg-primary-soft text-primary',
        )}
        aria-label="Settings"
      >
        <Settings className="size-[18px]" aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        <DropdownMenuLabel>Account</DropdownMenuLabel>
        <LinkItem icon={BellRing} label="Notification Settings" to="/notification-settings" />
        <LinkItem icon={ShieldCheck} label="Privacy & Security" to="/privacy-security" />
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Business</DropdownMenuLabel>
        <LinkItem icon={CreditCard} label="Billing & Payments" to="/billing-payments" />
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Preferences</DropdownMenuLabel>
        <LinkItem icon={LifeBuoy} label="Contact Support" to="/contact-support" />
        <ThemeSwitch />
        {onSignOut && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={LogOut} onSelect={onSignOut}>
              Sign Out
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function LinkItem({ icon: Icon, label, to }: { icon: LucideIcon; label: string; to: string }) {
  return (
    <DropdownMenuItem asChild>
      <Link to={to}>
        <Icon aria-hidden />
        {label}
      </Link>
    </DropdownMenuItem>
  )
}
