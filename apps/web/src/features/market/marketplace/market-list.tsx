import { categories, dataFormatLabels, type MarketDpr, type Side } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { count } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { formatCount } from './counted.ts'
import { MarketChips } from './filters/market-chips.tsx'
import { MarketRail } from './filters/market-rail.tsx'
import { LabelLegend } from './label-legend.tsx'
import { MarketCard } from './market-card.tsx'
import {
  CARDS_PER_PAGE,
  emptyMarketQuery,
  isNarrowed,
  type MarketQuery,
  type MarketView,
  readMarketQuery,
  readShown,
} from './market-query.ts'
import { MarketHead, MarketRow } from './market-row.tsx'
import { MarketToolbar } from './market-toolbar.tsx'
import { useMarketQuery } from './use-market-query.ts'

const countsQuery = orpc.market.counts.queryOptions()
const browseQuery = (asked: MarketQuery, firstPage: number) =>
  orpc.market.browse.infiniteOptions({
    input: (cursor: string | undefined) => ({
      ...asked,
      cursor,
      limit: cursor ? CARDS_PER_PAGE : firstPage,
    }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Returns the first queries of the list and the page's header. */
export const marketQueries = (search: URLSearchParams) => [
  countsQuery,
  browseQuery(readMarketQuery(search), readShown(search)),
]

export const marketColumns: readonly Column<MarketDpr>[] = [
  { csvHead: 'ID', csv: (dpr) => dpr.id },
  { csvHead: 'Request', csv: (dpr) => dpr.title },
  { csvHead: 'Client', csv: (dpr) => dpr.clientName },
  { csvHead: 'Category', csv: (dpr) => categories[dpr.category] },
  { csvHead: 'Description', csv: (dpr) => dpr.description },
  { csvHead: 'Budget from (USD)', csv: (dpr) => plainUsd(dpr.budgetMinCents) },
  { csvHead: 'Budget to (USD)', csv: (dpr) => plainUsd(dpr.budgetMaxCents) },
  { csvHead: 'Timeline (days)', csv: (dpr) => dpr.timelineDays },
  { csvHead: 'Delivery format', csv: (dpr) => dataFormatLabels[dpr.deliveryFormat] },
  { csvHead: 'Offers', csv: (dpr) => dpr.offersCount },
  { csvHead: 'Posted', csv: (dpr) => dpr.createdAt },
  { csvHead: 'Closes', csv: (dpr) => dpr.closesAt },
]

/** Lists every open request, with search, filters and sort, six more at a time. */
export function MarketList({ side }: { side: Side }) {
  const { query: asked, shown, view, change, setShown, setView } = useMarketQuery()
  const firstPage = useFirstPage(asked, shown)
  const query = useInfiniteQuery(browseQuery(asked, firstPage))
  const { data: counts } = useQuery(countsQuery)
  const rail = <MarketRail side={side} query={asked} counts={counts} onChange={change} />
  const total = query.data?.pages[0]?.total
  return (
    <div className="grid gap-7 lg:grid-cols-[228px_minmax(0,1fr)]">
      <aside aria-label="Filters" className="max-lg:hidden">
        {rail}
      </aside>
      <div className="min-w-0">
        <MarketToolbar
          side={side}
          query={asked}
          view={view}
          counts={counts}
          onChange={change}
          onViewChange={setView}
          rail={rail}
        />
        {side === 'client' && <ClientNote />}
        <div className="my-3 flex min-h-7 items-center justify-between gap-3 max-lg:hidden">
          <span className="flex flex-wrap items-center gap-2 text-sm">
            {total && counts && (
              <span className="num text-muted-foreground">
                <span className="font-medium text-foreground">{formatCount(total)}</span> of{' '}
                {formatCount(counts.category.all)}
              </span>
            )}
            <MarketChips query={asked} onChange={change} />
          </span>
          <ExportCsv
            noun="marketplace"
            columns={marketColumns}
            readPage={(page, options) => api.market.browse({ ...asked, ...page }, options)}
            query={query}
          />
        </div>
        <QueryState
          query={query}
          errorTitle="DPRs did not load"
          skeleton={<SkeletonRows rows={CARDS_PER_PAGE} />}
        >
          {({ pages }) => {
            const dprs = pages.flatMap((page) => page.items)
            if (dprs.length === 0)
              return <NothingFound query={asked} onClear={() => change(emptyMarketQuery)} />
            // The address changes with the press: an answer may come when another page is on its way.
            const loadMore = () => {
              setShown(dprs.length + CARDS_PER_PAGE)
              void query.fetchNextPage()
            }
            return (
              <div aria-busy={query.isPlaceholderData} className="max-lg:mt-3">
                <Requests dprs={dprs} view={view} side={side} />
                <div className="mt-5 flex flex-col items-center gap-2">
                  {query.hasNextPage && (
                    <Button
                      variant="outline"
                      size="lg"
                      loading={query.isFetchingNextPage}
                      onClick={loadMore}
                    >
                      Load More DPRs
                    </Button>
                  )}
                  <p role="status" className="num text-muted-foreground text-sm">
                    {count(dprs.length)} of {total ? formatCount(total) : count(dprs.length)} shown
                  </p>
                  <LabelLegend />
                </div>
              </div>
            )
          }}
        </QueryState>
      </div>
    </div>
  )
}

type RequestsProps = { dprs: readonly MarketDpr[]; view: MarketView; side: Side }

function Requests({ dprs, view, side }: RequestsProps) {
  if (view === 'cards')
    return (
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {dprs.map((dpr) => (
          <MarketCard key={dpr.id} dpr={dpr} side={side} />
        ))}
      </div>
    )
  return (
    <div className="max-lg:grid max-lg:gap-3 lg:overflow-hidden lg:rounded-lg lg:border lg:bg-card">
      <MarketHead side={side} />
      {dprs.map((dpr) => (
        <MarketRow key={dpr.id} dpr={dpr} side={side} />
      ))}
    </div>
  )
}

function ClientNote() {
  return (
    <p className="mt-3 flex items-start gap-2.5 rounded-md bg-st-info-bg px-4 py-2.5 text-base">
      <Eye className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        You are looking as a client: what others ask for, and what they would pay. Only vendors send
        offers.{' '}
        <Link to={paths.dashboardSelection} className="link">
          Sell data too
        </Link>
      </span>
    </p>
  )
}

/** Returns the number of cards on the first page: that of the address when it came to this search. */
function useFirstPage(asked: MarketQuery, shown: number): number {
  const key = JSON.stringify(asked)
  const [opened, setOpened] = useState({ key, shown })
  if (opened.key === key) return opened.shown
  setOpened({ key, shown })
  return shown
}

/** "24 open requests", for the page's header. */
export function OpenRequests() {
  const { data } = useQuery(countsQuery)
  if (!data) return 'Requests open for offers'
  const { all } = data.category
  return `${formatCount(all)} open ${all.count === 1 ? 'request' : 'requests'} from verified buyers`
}

function NothingFound({ query, onClear }: { query: MarketQuery; onClear: () => void }) {
  if (!isNarrowed(query))
    return (
      <EmptyState className="card" title="No open requests right now">
        New requests appear here as soon as a client posts one.
      </EmptyState>
    )
  return (
    <EmptyState
      className="card"
      title="No DPRs match your search."
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      Try fewer words, or another category. Save the search to hear of the first DPR that matches.
    </EmptyState>
  )
}
