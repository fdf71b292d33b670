import { Ellipsis, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { cn } from '@/lib/cn.ts'
import { isActive, type NavItem, splitForPhone } from './nav.ts'
import { NavEntry } from './nav-entry.tsx'
import type { PrimaryNavProps } from './primary-nav.tsx'

const entryClasses = (active: boolean) =>
  cn(
    'relative flex min-w-0 flex-col items-center justify-center gap-0.5 font-medium text-xs focus-visible:-outline-offset-2',
    active ? 'text-primary' : 'text-muted-foreground',
  )

/** Shows the navigation under 768 px: the places within reach of a thumb, the last one a menu of all others. */
export function BottomBar({ label, items, badges, onOpenMessages }: PrimaryNavProps) {
  const { bar, rest } = splitForPhone(items)
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-40 border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <div className="grid h-[60px] auto-cols-fr grid-flow-col">
        {bar.map((item) => (
          <NavEntry
            key={item.key}
            item={item}
            onOpenMessages={onOpenMessages}
            className={entryClasses}
          >
            {(active) => (
              <Place
                icon={item.icon}
                label={item.short ?? item.label}
                badge={badges[item.key]}
                isActive={active}
              />
            )}
          </NavEntry>
        ))}
        {rest.length > 0 && <More items={rest} badges={badges} />}
      </div>
    </nav>
  )
}

type PlaceProps = { icon: LucideIcon; label: string; badge?: number; isActive: boolean }

function Place({ icon: Icon, label, badge, isActive: active }: PlaceProps) {
  return (
    <>
      <span className="relative">
        <Icon className="size-5" aria-hidden />
        {Boolean(badge) && (
          <span className="num absolute -top-1.5 left-3.5 grid h-4 min-w-4 place-items-center rounded-full bg-primary px-1 text-[11px] text-primary-foreground ring-2 ring-card">
            {badge}
          </span>
        )}
      </span>
      <span className="max-w-full truncate">{label}</span>
      {active && <span aria-hidden className="absolute inset-x-4 top-0 h-0.5 bg-primary" />}
    </>
  )
}

type MoreProps = { items: readonly NavItem[]; badges: PrimaryNavProps['badges'] }

function More({ items, badges }: MoreProps) {
  const { pathname } = useLocation()
  const active = items.some((item) => isActive(item, pathname))
  const waiting = items.reduce((total, { key }) => total + (badges[key] ?? 0), 0)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={entryClasses(active)}>
        <Place icon={Ellipsis} label="More" badge={waiting} isActive={active} />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60">
        {items.map((item) => {
          const isOpen = isActive(item, pathname)
          return (
            <DropdownMenuItem key={item.key} asChild>
              <Link
                to={item.to ?? '/'}
                aria-current={isOpen ? 'page' : undefined}
                className={cn(isOpen && 'font-medium text-primary')}
              >
                <item.icon aria-hidden />
                <span className="flex-1">{item.label}</span>
                {Boolean(badges[item.key]) && (
                  <span className="num rounded-xs bg-muted px-1.5 py-px text-xs">
                    {badges[item.key]}
                  </span>
                )}
              </Link>
            </DropdownMenuItem>
          )
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
