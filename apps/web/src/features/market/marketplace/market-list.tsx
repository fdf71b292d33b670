import { categories, dataFormatLabels, type MarketDpr } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { count } from '@/lib/format.ts'
import { formatCount } from './counted.ts'
import { LabelLegend } from './label-legend.tsx'
import { MarketCard } from './market-card.tsx'
import {
  CARDS_PER_PAGE,
  emptyMarketQuery,
  isNarrowed,
  type MarketQuery,
  readMarketQuery,
  readShown,
} from './market-query.ts'
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

type MarketListProps = {
  /** Below the details of a request. */
  renderQuestions?: (dprId: string) => ReactNode
}

/** Lists every open request, with search, category and sort, six more at a time. */
export function MarketList({ renderQuestions }: MarketListProps) {
  const { query: asked, shown, change, setShown } = useMarketQuery()
  const firstPage = useFirstPage(asked, shown)
  const query = useInfiniteQuery(browseQuery(asked, firstPage))
  return (
    <>
      <MarketToolbar query={asked} onChange={change}>
        <ExportCsv
          noun="marketplace"
          columns={marketColumns}
          readPage={(page, options) => api.market.browse({ ...asked, ...page }, options)}
          query={query}
        />
      </MarketToolbar>
      <QueryState query={query} errorTitle="DPRs did not load" skeleton={<CardSkeletons />}>
        {({ pages }) => {
          const dprs = pages.flatMap((page) => page.items)
          if (dprs.length === 0)
            return <NothingFound query={asked} onClear={() => change(emptyMarketQuery)} />
          const loadMore = async () => {
            const { data } = await query.fetchNextPage()
            setShown(data?.pages.flatMap((page) => page.items).length ?? dprs.length)
          }
          return (
            <div aria-busy={query.isPlaceholderData}>
              <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
                {dprs.map((dpr) => (
                  <MarketCard key={dpr.id} dpr={dpr} renderQuestions={renderQuestions} />
                ))}
              </div>
              <div className="mt-8 flex flex-col items-center gap-2">
                {query.hasNextPage && (
                  <Button
                    variant="outline"
                    size="lg"
                    loading={query.isFetchingNextPage}
                    onClick={() => void loadMore()}
                  >
                    Load More DPRs
                  </Button>
                )}
                <p role="status" className="num text-muted-foreground text-sm">
                  {count(dprs.length)} of{' '}
                  {pages[0]?.total ? formatCount(pages[0].total) : count(dprs.length)} shown
                </p>
                <LabelLegend />
              </div>
            </div>
          )
        }}
      </QueryState>
    </>
  )
}

/**
 * Returns the number of cards on the first page: that of the opened address, or one page after a
 * new search.
 */
function useFirstPage(asked: MarketQuery, shown: number): number {
  const key = JSON.stringify(asked)
  const opened = useRef({ key, shown })
  if (opened.current.key !== key) opened.current = { key, shown: CARDS_PER_PAGE }
  return opened.current.shown
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

function CardSkeletons() {
  return (
    <div role="status" className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading</span>
      {Array.from({ length: CARDS_PER_PAGE }, (_, index) => (
        <Skeleton
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          key={index}
          className="h-[292px] rounded-lg"
        />
      ))}
    </div>
  )
}
