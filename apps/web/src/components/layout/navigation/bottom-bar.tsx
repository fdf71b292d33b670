import { cn } from '@/lib/cn.ts'
import { splitForPhone } from './nav.ts'
import { NavEntry } from './nav-entry.tsx'
import type { PrimaryNavProps } from './primary-nav.tsx'

/** Shows the navigation under 768 px: five places within reach of a thumb. */
export function BottomBar({ label, items, badges, onOpenMessages }: PrimaryNavProps) {
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-40 border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <div className="grid h-[60px] auto-cols-fr grid-flow-col">
        {splitForPhone(items).bar.map((item) => (
          <NavEntry
            key={item.key}
            item={item}
            onOpenMessages={onOpenMessages}
            className={(active) =>
              cn(
                'relative flex min-w-0 flex-col items-center justify-center gap-0.5 font-medium text-xs focus-visible:-outline-offset-2',
                active ? 'text-primary' : 'text-muted-foreground',
              )
            }
          >
            {(active) => (
              <>
                <span className="relative">
                  <item.icon className="size-5" aria-hidden />
                  {Boolean(badges[item.key]) && (
                    <span className="num absolute -top-1.5 left-3.5 grid h-4 min-w-4 place-items-center rounded-full bg-primary px-1 text-[11px] text-primary-foreground ring-2 ring-card">
                      {badges[item.key]}
                    </span>
                  )}
                </span>
                <span className="max-w-full truncate">{item.short ?? item.label}</span>
                {active && (
                  <span aria-hidden className="absolute inset-x-4 top-0 h-0.5 bg-primary" />
                )}
              </>
            )}
          </NavEntry>
        ))}
      </div>
    </nav>
  )
}
