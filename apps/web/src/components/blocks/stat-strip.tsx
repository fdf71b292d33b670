import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'

type Stat = {
  label: string
  value: ReactNode
  /** A small line below the figure. */
  note?: ReactNode
  to?: string
  /** A small button in the upper right corner. */
  action?: ReactNode
}

type StatStripProps = { items: readonly Stat[]; className?: string }

const columns: Record<number, string> = {
  2: 'md:grid-cols-2',
  3: 'md:grid-cols-3 print:grid-cols-3',
  4: 'lg:grid-cols-4 print:grid-cols-4',
  5: 'lg:grid-cols-5 print:grid-cols-5',
}

/** Shows two to five figures in one hairline grid. */
export function StatStrip({ items, className }: StatStripProps) {
  return (
    <ul
      className={cn(
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border',
        columns[items.length],
        className,
      )}
    >
      {items.map((item, index) => (
        <li
          key={item.label}
          className={cn(
            'relative bg-card',
            index === items.length - 1 && items.length % 2 === 1 && 'max-md:col-span-2',
          )}
        >
          {item.to ? (
            <Link
              to={item.to}
              className="group block h-full min-w-0 px-4 py-4 hover:bg-accent/60 focus-visible:-outline-offset-2 md:px-5"
            >
              <StatContent {...item} />
            </Link>
          ) : (
            <div className="h-full min-w-0 px-4 py-4 md:px-5">
              <StatContent {...item} />
            </div>
          )}
          {item.action && <div className="absolute top-2 right-2">{item.action}</div>}
        </li>
      ))}
    </ul>
  )
}

function StatContent({ label, value, note, to }: Stat) {
  return (
    <>
      <span className="flex items-center gap-1 text-muted-foreground text-sm">
        {label}
        {to && (
          <ChevronRight
            className="size-3.5 opacity-60 transition-transform group-hover:translate-x-0.5"
            aria-hidden
          />
        )}
      </span>
      <span className="figure mt-1.5 block text-[28px] leading-none">{value}</span>
      {note && <span className="mt-2 block text-muted-foreground text-xs">{note}</span>}
    </>
  )
}
