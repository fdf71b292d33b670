import { describeChange, type OfferChange } from '@semblance/contract'
import { ArrowRight } from 'lucide-react'
import { cn } from '@/lib/cn.ts'

type ChangeListProps = {
  changes: readonly OfferChange[]
  className?: string
}

/** Lists changes: struck-through old value, arrow, new value. */
export function ChangeList({ changes, className }: ChangeListProps) {
  return (
    <dl className={cn('grid gap-1.5 text-sm', className)}>
      {changes.map(describeChange).map(({ label, from, to }) => (
        <div key={`${label} ${from} ${to}`} className="min-w-0">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="num flex flex-wrap items-baseline gap-x-1.5">
            <s className="line-clamp-2 text-muted-foreground decoration-1 [overflow-wrap:anywhere]">
              {from}
            </s>
            <ArrowRight className="size-3 shrink-0 self-center text-muted-foreground" aria-hidden />
            <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
              <span className="sr-only">now </span>
              {to}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
