import { cn } from '@/lib/cn.ts'
import { exactTime, relativeTime } from '@/lib/format.ts'

type WhenProps = {
  /** A moment, or a bare day such as 2026-11-21. */
  at: Date | string
  /** Formats the moment; "3 h ago" by default. */
  show?: (at: Date | string) => string
  className?: string
}

/** Shows a time for people, and the exact one for machines and on hover. */
export function TimeText({ at, show = relativeTime, className }: WhenProps) {
  const isDay = typeof at === 'string'
  return (
    <time
      dateTime={isDay ? at : at.toISOString()}
      title={isDay ? undefined : exactTime(at)}
      className={cn('num whitespace-nowrap', className)}
    >
      {show(at)}
    </time>
  )
}
