import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'

type DefListProps = {
  rows: readonly { term: string; value: ReactNode }[]
  className?: string
}

/** Shows terms on the left and values on the right, with lines between. */
export function DescriptionList({ rows, className }: DefListProps) {
  return (
    <dl className={cn('divide-y', className)}>
      {rows.map((row) => (
        <div key={row.term} className="flex items-baseline justify-between gap-4 py-2.5">
          <dt className="shrink-0 text-muted-foreground text-sm">{row.term}</dt>
          <dd className="min-w-0 text-right font-medium text-base">{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
