import {
  BellRing,
  CreditCard,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Settings,
  ShieldCheck,
} from 'lucide-react'
import { Link } from 'react-router'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { iconButtonClasses } from '../container.ts'
import type { NavItem } from './nav.ts'
import { ThemeSwitch } from './theme-switch.tsx'

type SettingsMenuProps = {
  onSignOut?: () => void
  /** Pages that the bottom bar has no room for and that no user menu can hold. */
  phonePages?: readonly NavItem[]
}

export function SettingsMenu({ onSignOut, phonePages = [] }: SettingsMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={iconButtonClasses} aria-label="Settings">
        <Settings className="size-[18px]" aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        {phonePages.length > 0 && (
          <div className="md:hidden">
            {phonePages.map((page) => (
              <LinkItem key={page.key} icon={page.icon} label={page.label} to={page.to ?? '/'} />
            ))}
            <DropdownMenuSeparator />
          </div>
        )}
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
