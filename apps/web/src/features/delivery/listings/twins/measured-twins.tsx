import type { ListedTwin } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

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
      description="Data of no contract: uploaded, reviewed and measured once. What is measured is charged to its source, also where the twin is then not made."
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

function TwinRow({ twin }: { twin: ListedTwin }) {
  const { id, title, status, fileName, reason, listingId, certificateId, createdAt } = twin
  return (
    <li className="grid gap-1 px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Link
          to={paths.measuredTwin(id)}
          className="link min-w-0 font-medium [overflow-wrap:anywhere]"
        >
          {title}
        </Link>
        <StatusBadge domain="twin" status={status} />
      </div>
      <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
        {fileName && `${fileName}, `}begun {date(createdAt)}
      </p>
      {reason && <p className="text-sm text-st-danger-fg">{reason}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {listingId && (
          <Link to={paths.ownListing(listingId)} className="link">
            Open its listing
          </Link>
        )}
        {certificateId && (
          <Link to={paths.certificate(certificateId)} className="link">
            Open its certificate
          </Link>
        )}
      </div>
    </li>
  )
}
