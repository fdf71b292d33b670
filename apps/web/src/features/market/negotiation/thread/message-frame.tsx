import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { dateTime, time } from '@/lib/format.ts'

type MessageFrameProps = {
  isOwn: boolean
  /** Above the message: who, and which person of it. Missing within a group. */
  name?: string
  person?: string | null
  at: Date
  /** Below it. */
  note?: ReactNode
  className?: string
  children: ReactNode
}

/** Shows one entry of a thread, on its sender's side. */
export function MessageFrame({
  isOwn,
  name,
  person,
  at,
  note,
  className,
  children,
}: MessageFrameProps) {
  return (
    <li
      className={cn(
        'grid min-w-0 gap-1',
        name ? 'mt-4' : 'mt-1.5',
        isOwn && 'justify-self-end',
        className,
      )}
    >
      {name && (
        <div
          className={cn(
            'flex flex-wrap gap-x-2 text-muted-foreground text-xs',
            isOwn && 'justify-end',
          )}
        >
          <span className="font-medium text-foreground">{name}</span>
          {person && <span>{person}</span>}
          <time dateTime={at.toISOString()} title={dateTime(at)} className="num">
            {time(at)}
          </time>
        </div>
      )}
      {children}
      {note && (
        <div className={cn('text-muted-foreground text-xs', isOwn && 'text-right')}>{note}</div>
      )}
    </li>
  )
}
