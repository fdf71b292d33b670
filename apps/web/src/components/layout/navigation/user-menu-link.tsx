import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { PopoverClose } from '@/components/ui/popover.tsx'

export const userMenuEntryClasses =
  'flex h-10 w-full items-center gap-2.5 rounded-xs px-2 text-left hover:bg-accent focus-visible:-outline-offset-2 md:h-9'

type UserMenuLinkProps = { to: string; icon: LucideIcon; label: string; className?: string }

export function UserMenuLink({ to, icon: Icon, label, className }: UserMenuLinkProps) {
  return (
    <li className={className}>
      <PopoverClose asChild>
        <Link to={to} className={userMenuEntryClasses}>
          <Icon className="size-4 text-muted-foreground" aria-hidden />
          {label}
        </Link>
      </PopoverClose>
    </li>
  )
}
