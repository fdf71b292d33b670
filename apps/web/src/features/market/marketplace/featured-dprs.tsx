import type { MarketFilters, SuggestedDpr } from '@semblance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Sheet } from '@/components/ui/sheet.tsx'
import { orpc } from '@/lib/api/api.ts'
import { paths } from '@/paths.ts'
import { formatCount } from './counted.ts'
import { DprRow } from './dpr-row.tsx'
import { ChosenFilters, isFiltered } from './filters/chosen-filters.tsx'
import { FilterPanel } from './filters/filter-panel.tsx'
import { writeMarketQuery } from './market-query.ts'
import { readDprFilters, useDprFilters } from './use-dpr-filters.ts'

/** Rows on the dashboard; the marketplace has the rest. */
const ROWS = 6

const countsQuery = orpc.market.counts.queryOptions()
const suggestedQuery = (filters: MarketFilters) =>
  orpc.market.suggestDprs.queryOptions({
    input: { ...filters, limit: ROWS },
    placeholderData: keepPreviousData,
  })

/** Holds the panel's query separately, so that a page can start it before it draws the panel. */
export const featuredQueries = (search: URLSearchParams) => [
  countsQuery,
  suggestedQuery(readDprFilters(search)),
]

/** Shows the open requests that suit the vendor best, each with the reasons, within the filters. */
export function FeaturedDprs({ className }: { className?: string }) {
  const { filters, change, clear } = useDprFilters()
  const { data: counts } = useQuery(countsQuery)
  const query = useQuery(suggestedQuery(filters))
  const panel = <FilterPanel filters={filters} counts={counts} onChange={change} />
  const clearButton = (
    <Button variant="outline" onClick={clear}>
      Clear filters
    </Button>
  )
  return (
    <Panel
      title="Featured DPRs"
      action={<MoreLink to={paths.marketplace}>Open marketplace</MoreLink>}
      flush
      className={className}
    >
      <div className="grid border-t lg:grid-cols-[248px_minmax(0,1fr)]">
        <div className="hidden border-r bg-sunken px-5 pt-4 pb-5 lg:block">{panel}</div>
        <div className="min-w-0" aria-busy={query.isPlaceholderData}>
          <div className="flex min-h-[53px] flex-wrap items-center gap-2 border-b px-4 py-3 text-sm md:px-5">
            {query.data && counts && (
              <span className="num text-muted-foreground" role="status">
                <span className="font-medium text-foreground">{formatCount(query.data.total)}</span>{' '}
                of {formatCount(counts.category.all)} DPRs
              </span>
            )}
            <ChosenFilters filters={filters} onChange={change} onClear={clear} />
            <Sheet
              title="Filters"
              footer={clearButton}
              trigger={
                <Button size="sm" variant="outline" className="ml-auto lg:hidden">
                  <SlidersHorizontal aria-hidden />
                  Filters
                </Button>
              }
            >
              {panel}
            </Sheet>
          </div>
          <QueryState query={query} errorTitle="DPRs did not load">
            {({ items }) =>
              items.length > 0 ? (
                <Rows items={items} search={filters.search} />
              ) : isFiltered(filters) ? (
                <EmptyState title="No DPRs match your current filters." action={clearButton}>
                  Remove a filter
                  {counts &&
                    `, or clear all of them to see ${formatCount(counts.category.all)} DPRs`}
                  .
                </EmptyState>
              ) : (
                <EmptyState title="No open requests right now">
                  New requests appear here as soon as a client posts one.
                </EmptyState>
              )
            }
          </QueryState>
        </div>
      </div>
    </Panel>
  )
}

function Rows({ items, search }: { items: readonly SuggestedDpr[]; search: string }) {
  const marketplace = `${paths.marketplace}?${writeMarketQuery({ search })}`
  return (
    <ul className="divide-y">
      {items.map(({ dpr, reasons }) => (
        <DprRow key={dpr.id} dpr={dpr} reasons={reasons} />
      ))}
      {items.length === ROWS && (
        <li className="px-4 py-3 text-center md:px-5">
          <MoreLink to={marketplace}>More in the marketplace</MoreLink>
        </li>
      )}
    </ul>
  )
}
