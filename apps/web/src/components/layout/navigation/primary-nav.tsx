import { cn } from '@/lib/cn.ts'
import { containerClasses } from '../container.ts'
import type { NavItem, NavKey } from './nav.ts'
import { NavEntry } from './nav-entry.tsx'

export type PrimaryNavProps = {
  label: string
  items: readonly NavItem[]
  badges: Partial<Record<NavKey, number>>
  onOpenMessages?: () => void
}

/** Shows the top bar's second row, from 768 px on. */
export function PrimaryNav({ label, items, badges, onOpenMessages }: PrimaryNavProps) {
  return (
    <nav aria-label={label} className="sticky top-0 z-40 border-b bg-card max-md:hidden">
      <div className={containerClasses}>
        <div className="-mx-3 flex gap-1 overflow-x-auto overflow-y-hidden">
          {items.map((item) => (
            <NavEntry
              key={item.key}
              item={item}
              onOpenMessages={onOpenMessages}
              className={(active) =>
                cn(
                  'relative inline-flex h-11 items-center gap-1.5 whitespace-nowrap rounded-xs px-3 text-base focus-visible:-outline-offset-2',
                  active
                    ? 'font-medium text-foreground'
                    : 'text-muted-foreground hover:text-foreground',
                )
              }
            >
              {(active) => (
                <>
                  {item.label}
                  {Boolean(badges[item.key]) && (
                    <span
                      className={cn(
                        'num rounded-xs px-1.5 py-px text-xs',
                        active ? 'bg-primary-soft text-primary' : 'bg-muted',
                      )}
                    >
                      {badges[item.key]}
                    </span>
                  )}
                  {active && (
                    <span aria-hidden className="absolute inset-x-3 bottom-0 h-0.5 bg-primary" />
                  )}
                </>
              )}
            </NavEntry>
          ))}
        </div>
      </div>
    </nav>
  )
}
