import type { OfferedRequest, ReceivedSort } from '@semblance/contract'
import { Link } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { api } from '@/lib/api/api.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { DprOffers, NoOffers } from './dpr-offers.tsx'
import { receivedOfferColumns } from './offer-columns.ts'
import { useOfferedRequests, withLiveOffers } from './received-offers.ts'

/** Exports the live offers on all requests. */
export function ExportOffers({ sort }: { sort: ReceivedSort }) {
  return (
    <ExportCsv
      noun="offers"
      columns={receivedOfferColumns}
      readPage={(page, options) => api.offers.listReceived({ sort, ...page }, options)}
      query={useOfferedRequests(false)}
    />
  )
}

/**
 * Shows offers on all of the organization's requests: in full if one must be chosen, shortened if
 * one was.
 */
export function AllOffers({ sort }: { sort: ReceivedSort }) {
  const open = useOfferedRequests(false)
  const decided = useOfferedRequests(true)
  return (
    <QueryState query={open} errorTitle="Offers did not load">
      {(shown) => {
        const requests = withLiveOffers(shown)
        const hasDecided = decided.data?.pages.some((page) => page.items.length > 0)
        if (requests.length === 0 && !open.hasNextPage && !hasDecided && decided.isSuccess)
          return <NoOffers />
        return (
          <div className="grid gap-10">
            {requests.map(({ dprId, title, liveCount }) => (
              <section key={dprId} aria-labelledby={`group-${dprId}`}>
                <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
                  <h2
                    id={`group-${dprId}`}
                    className="display min-w-0 text-xl [overflow-wrap:anywhere]"
                  >
                    {title}{' '}
                    <span className="num font-normal font-sans text-base text-muted-foreground">
                      {plural(liveCount, 'offer')}
                    </span>
                  </h2>
                  <MoreLink to={paths.offersOf(dprId)}>Compare offers</MoreLink>
                </div>
                <DprOffers dprId={dprId} sort={sort} inGroup />
              </section>
            ))}
            <LoadMore query={open} className="p-0" />
            <DecidedRequests query={decided} />
          </div>
        )
      }}
    </QueryState>
  )
}

export const offeredRequestColumns: readonly Column<OfferedRequest>[] = [
  { csvHead: 'Request', csv: (request) => request.dprId },
  { csvHead: 'Title', csv: (request) => request.title },
  { csvHead: 'Chosen vendor', csv: (request) => request.chosen?.vendorName },
  {
    csvHead: 'Price (USD)',
    csv: (request) => request.chosen && plainUsd(request.chosen.priceCents),
  },
]

/** Requests whose offer has been chosen and paid, or that closed without. */
function DecidedRequests({ query }: { query: ReturnType<typeof useOfferedRequests> }) {
  const requests = query.data?.pages.flatMap((page) => page.items) ?? []
  if (requests.length === 0) return null
  return (
    <Panel
      title="Decided requests"
      flush
      action={
        <ExportCsv
          noun="decided requests"
          columns={offeredRequestColumns}
          readPage={(page, options) => api.offers.listRequests({ closed: true, ...page }, options)}
        />
      }
    >
      <ul className="divide-y border-t">
        {requests.map(({ dprId, title, chosen }) => (
          <li key={dprId}>
            <Link
              to={paths.offersOf(dprId)}
              className="flex items-center gap-4 px-4 py-3 hover:bg-accent/45 focus-visible:-outline-offset-2 md:px-5"
            >
              <div className="min-w-0 flex-1">
                <div className="truncate font-medium">{title}</div>
                <div className="truncate text-muted-foreground text-sm">
                  {chosen ? `${chosen.vendorName} chosen` : 'Closed without a contract'}
                </div>
              </div>
              {chosen && <Money cents={Number(chosen.priceCents)} className="font-semibold" />}
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore query={query} className="border-t" />
    </Panel>
  )
}
