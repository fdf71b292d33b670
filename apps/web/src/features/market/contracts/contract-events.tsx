import type { ContractDetail } from '@semblance/contract'
import { useState } from 'react'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { dateTime, dayMonth } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const initialCount = 6

/** Lists past events, newest first. */
export function ContractEvents({ contract: { id, events } }: { contract: ContractDetail }) {
  const [showAll, setShowAll] = useState(false)
  const shown = showAll ? events : events.slice(0, initialCount)
  return (
    <Panel
      title="Timeline"
      action={<MoreLink to={paths.timeline(id)}>Project Timeline</MoreLink>}
      bodyClassName="pb-2!"
    >
      <ul className="divide-y">
        {shown.map((event) => (
          <li key={event.id} className="flex items-baseline justify-between gap-3 py-2.5">
            <span className="min-w-0 [overflow-wrap:anywhere]">{event.title}</span>
            <time
              dateTime={event.at.toISOString()}
              title={dateTime(event.at)}
              className="num shrink-0 text-muted-foreground text-sm"
            >
              {dayMonth(event.at)}
            </time>
          </li>
        ))}
      </ul>
      {events.length > initialCount && (
        <Button
          variant="link"
          size="sm"
          className="my-2"
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? 'Show fewer' : `Show all ${events.length}`}
        </Button>
      )}
    </Panel>
  )
}
