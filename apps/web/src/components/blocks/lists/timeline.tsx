import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { cn } from '@/lib/cn.ts'

export type TimelineStatus = 'completed' | 'in_progress' | 'pending' | 'delayed'

export type TimelineItem = {
  id: string
  title: ReactNode
  status: TimelineStatus
  /** Already worded: a date, or "2-5 business days". */
  when?: ReactNode
  description?: ReactNode
}

const dots: Record<TimelineStatus, string> = {
  completed: 'bg-st-success-dot text-card',
  in_progress: 'bg-card ring-2 ring-st-info-dot ring-inset',
  pending: 'bg-card ring-[1.5px] ring-border-strong ring-inset',
  delayed: 'bg-st-danger-dot text-card',
}

/** Shows steps from top to bottom: done, current, to come, late. */
export function Timeline({
  items,
  className,
}: {
  items: readonly TimelineItem[]
  className?: string
}) {
  return (
    <ol className={className}>
      {items.map((item, index) => (
        <li key={item.id} className="relative flex gap-3.5 pb-5 last:pb-0">
          {index < items.length - 1 && (
            <span
              aria-hidden
              className={cn(
                'absolute top-6 bottom-0 left-[9px] w-px',
                item.status === 'completed' ? 'bg-st-success-dot' : 'bg-border-strong',
              )}
            />
          )}
          <span
            aria-hidden
            className={cn(
              'relative mt-0.5 grid size-[19px] shrink-0 place-items-center rounded-full',
              dots[item.status],
            )}
          >
            {item.status === 'completed' && <Check className="size-3" strokeWidth={3.2} />}
            {item.status === 'in_progress' && (
              <span className="size-2 rounded-full bg-st-info-dot" />
            )}
            {item.status === 'delayed' && <span className="font-bold text-xs leading-none">!</span>}
          </span>
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span
                className={cn('font-medium', item.status === 'pending' && 'text-muted-foreground')}
              >
                {item.title}
                <span className="sr-only">, {statusLabel('work', item.status)}</span>
              </span>
              {item.when && <span className="num text-muted-foreground text-sm">{item.when}</span>}
            </div>
            {item.description && (
              <div className="mt-0.5 text-muted-foreground text-sm">{item.description}</div>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
