import type { OfferedRequest } from '@semblance/contract'
import { Link } from 'react-router'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { plural, usd } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { useOfferedRequests } from './received-offers.ts'

/** Shows on the dashboard the requests whose offers wait for a decision. */
export function OffersPanel({ className }: { className?: string }) {
  const query = useOfferedRequests(false)
  return (
    <Panel
      title="Vendor Offers"
      flush
      className={className}
      action={<MoreLink to={paths.offers}>Review offers</MoreLink>}
    >
      <QueryState
        query={query}
        errorTitle="Offers did not load"
        skeleton={<SkeletonRows rows={3} />}
      >
        {({ pages }) => {
          const requests = pages[0]!.items.filter(({ liveCount }) => liveCount > 0)
          if (requests.length === 0)
            return (
              <EmptyState title="No offers yet" className="border-t py-8">
                Vendors usually answer within 5-7 business days.
              </EmptyState>
            )
          return (
            <ul className="divide-y border-t">
              {requests.map((request) => (
                <RequestRow key={request.dprId} request={request} />
              ))}
            </ul>
          )
        }}
      </QueryState>
    </Panel>
  )
}

function RequestRow({ request }: { request: OfferedRequest }) {
  const [low, high] = [Number(request.lowestCents), Number(request.highestCents)]
  return (
    <li>
      <Link
        to={paths.offersOf(request.dprId)}
        className="flex items-center gap-4 px-4 py-3 hover:bg-accent/45 focus-visible:-outline-offset-2 md:px-5"
      >
        <div className="min-w-0 flex-1">
          <div className="truncate font-medium">{request.title}</div>
          <div className="num text-muted-foreground text-sm">
            {low === high ? usd(low) : `${usd(low)} – ${usd(high)}`}
          </div>
        </div>
        <span className="num whitespace-nowrap text-sm">{plural(request.liveCount, 'offer')}</span>
      </Link>
    </li>
  )
}
