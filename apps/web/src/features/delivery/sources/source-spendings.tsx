import { epsilonText, type SourceSpending } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Timeline, type TimelineItem } from '@/components/blocks/lists/timeline.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { cn } from '@/lib/cn.ts'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Shows what was measured of a source, newest first, once it is opened. */
export function SourceSpendings({ sourceId }: { sourceId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-4 border-t pt-3">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        onClick={() => setOpen((before) => !before)}
      >
        {isOpen ? 'Hide Measurements' : 'Show Measurements'}
      </Button>
      {isOpen && <Spendings sourceId={sourceId} />}
    </div>
  )
}

function Spendings({ sourceId }: { sourceId: string }) {
  const query = useInfiniteQuery(
    orpc.sources.spendings.infiniteOptions({
      input: (cursor: string | undefined) => ({ id: sourceId, cursor }),
      ...byCursor,
    }),
  )
  return (
    <PagedList
      query={query}
      plain
      errorTitle="The measurements did not load"
      empty={<p className="pt-3 text-muted-foreground text-sm">Nothing was measured yet.</p>}
      moreLabel="Show earlier"
    >
      {(spendings) => <Timeline className="pt-3" items={spendings.map(toItem)} />}
    </PagedList>
  )
}

const linkClass = 'text-primary hover:underline'

/** Links the contract of a delivery, or the twin that was measured for a listing. */
function Delivered({ deal, twinTitle }: Pick<SourceSpending, 'deal' | 'twinTitle'>) {
  return (
    <Link
      to={twinTitle === null ? paths.upload(deal) : paths.measuredTwin(deal)}
      className={cn(linkClass, '[overflow-wrap:anywhere]')}
    >
      {twinTitle ?? deal}
    </Link>
  )
}

const statuses = { reserved: 'in_progress', spent: 'completed', released: 'pending' } as const

const descriptions = {
  reserved: (epsilon: string) => `Up to ε ${epsilon} is reserved until it ends.`,
  spent: (epsilon: string) => `ε ${epsilon} spent.`,
  released: () => 'Ended before anything was measured: nothing spent.',
} as const

const drawnDescriptions = {
  ...descriptions,
  reserved: (epsilon: string) => `Its report may take ε ${epsilon} by itself.`,
  spent: (epsilon: string) => `Its report took ε ${epsilon} by itself.`,
} as const

function describe({ state, epsilon, drawnFrom }: SourceSpending) {
  const amount = epsilonText(epsilon)
  if (!drawnFrom || state === 'released') return descriptions[state](amount)
  return (
    <>
      Rows drawn from what was measured for <Delivered {...drawnFrom} />, which costs nothing.{' '}
      {drawnDescriptions[state](amount)}
    </>
  )
}

const toItem = (spending: SourceSpending): TimelineItem => {
  const { id, purpose, deal, state, ...times } = spending
  return {
    id,
    status: statuses[state],
    title:
      purpose === 'delivery' ? (
        <>
          {spending.twinTitle === null ? 'Delivery for' : 'Twin for a listing:'}{' '}
          <Delivered {...spending} />
        </>
      ) : (
        <>
          Preview for{' '}
          <Link to={paths.sentOffer(deal)} className={linkClass}>
            {deal}
          </Link>
        </>
      ),
    when: <TimeText at={times.endedAt ?? times.createdAt} show={dateTime} />,
    description: describe(spending),
  }
}
