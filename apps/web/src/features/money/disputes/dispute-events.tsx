import type { Dispute } from '@semblance/contract'
import { ChevronDown } from 'lucide-react'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { dateTime } from '@/lib/format.ts'

/** Lists all events of a dispute, oldest first. */
export function DisputeEvents({ dispute }: { dispute: Dispute }) {
  return (
    <details className="group border-t">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-3 px-4 py-3 font-medium text-base hover:bg-accent/60 focus-visible:-outline-offset-2 md:px-5">
        Timeline
        <ChevronDown
          className="size-4 text-muted-foreground transition-transform group-open:rotate-180"
          aria-hidden
        />
      </summary>
      <ol className="divide-y px-4 pb-3 md:px-5">
        {dispute.events.map(({ id, title, at }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 text-base">
            <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
            <TimeText at={at} show={dateTime} className="text-muted-foreground text-sm" />
          </li>
        ))}
      </ol>
    </details>
  )
}
