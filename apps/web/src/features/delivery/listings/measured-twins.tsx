import type { DeliveryStatus, ListedTwin } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { date } from '@/lib/format.ts'

export const twinsQuery = orpc.twins.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Lists twins that were measured for listings or are under way, newest first; nothing without any. */
export function MeasuredTwins() {
  const query = useInfiniteQuery(twinsQuery)
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) ?? !query.isError
  if (isEmpty) return null
  return (
    <Panel
      title="Measured for a listing"
      description="Data that you sent by the API, for no contract. Each is measured once and charged to its source."
      flush
    >
      <PagedList query={query} errorTitle="Twins did not load" empty={null}>
        {(rows) => (
          <ul className="divide-y border-t">
            {rows.map((twin) => (
              <TwinRow key={twin.id} twin={twin} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

function TwinRow({ twin: { title, status, fileName, reason, createdAt } }: { twin: ListedTwin }) {
  return (
    <li className="grid gap-1 px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="text-sm">{stateTexts[status]}</p>
      </div>
      <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {fileName && `${fileName}, `}begun {date(createdAt)}
      </p>
      {reason && <p className="text-sm text-st-danger-fg">{reason}</p>}
    </li>
  )
}

const stateTexts: Record<DeliveryStatus, string> = {
  draft: 'Takes files',
  inspecting: 'Its files are being read',
  review: 'Waits for your review',
  measuring: 'Being measured',
  queued: 'Waits for its measurement',
  processing: 'Being measured',
  held: 'Delayed by a problem on our side',
  refused: 'Not made',
  failed: 'Given up',
  cancelled: 'Canceled',
  ready: 'Measured, and drafted as a listing',
}
