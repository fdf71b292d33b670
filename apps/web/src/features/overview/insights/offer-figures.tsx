import type { Category } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { MarketRuler } from '@/components/viz/market-ruler.tsx'
import { orpc } from '@/lib/api/api.ts'
import { count, percent, usd } from '@/lib/format.ts'
import { CategorySelect } from './category-select.tsx'
import { FigureRules } from './figure-rules.tsx'
import { type OfferRow, offerRows } from './offer-rows.ts'
import { categoryName, quarterName, rangeText, tooFew } from './quarter-texts.ts'
import { useInsightFilters } from './use-insight-filters.ts'

export const offerFiguresQuery = orpc.insights.offers.queryOptions()

/** Compares the vendor's win rate and prices with the market's. */
export function OfferFigures() {
  const { category } = useInsightFilters()
  const query = useQuery(offerFiguresQuery)
  return (
    <div className="grid min-w-0 gap-5">
      <Panel
        title="Won and priced, beside the market"
        description="Offers that clients accepted or not; withdrawn and expired ones are not counted."
        action={<CategorySelect />}
        flush
      >
        <QueryState
          query={query}
          errorTitle="The figures did not load"
          skeleton={<Skeleton className="m-5 h-64 rounded-lg" />}
        >
          {(insights) => <Rows rows={offerRows(insights, category)} category={category} />}
        </QueryState>
      </Panel>
      <FigureRules />
    </div>
  )
}

const columns: Column<OfferRow>[] = [
  {
    key: 'quarter',
    head: 'Quarter',
    mobile: 'title',
    cell: ({ startsOn, state }) => (
      <span className="font-medium">
        {quarterName(startsOn)}
        {state === 'open' && <span className="text-muted-foreground"> so far</span>}
      </span>
    ),
  },
  {
    key: 'decided',
    head: 'Your decided offers',
    mobile: 'labeled',
    cell: ({ own }) => count(own.decided),
  },
  {
    key: 'won',
    head: 'You won',
    mobile: 'labeled',
    cell: ({ own }) => (own.decided === 0 ? '–' : percent(own.won / own.decided, 0)),
  },
  {
    key: 'marketWon',
    head: 'Market won',
    mobile: 'labeled',
    cell: ({ market, state }) => (market ? `About ${market.wonPercent}%` : missing(state)),
  },
  {
    key: 'price',
    head: 'Your mean price',
    mobile: 'labeled',
    cell: ({ own }) => (own.meanPriceCents === null ? '–' : usd(own.meanPriceCents)),
  },
  {
    key: 'marketPrice',
    head: 'Market’s usual price',
    mobile: 'labeled',
    align: 'right',
    cell: ({ market, state }) => (market?.price ? rangeText(market.price) : missing(state)),
  },
]

const missingTexts = { open: 'After its end', awaited: 'Not computed yet', computed: tooFew }

const missing = (state: OfferRow['state']) => (
  <span className="text-muted-foreground">{missingTexts[state]}</span>
)

type RowsProps = { rows: readonly OfferRow[]; category: Category | null }

function Rows({ rows, category }: RowsProps) {
  if (rows.length === 0)
    return (
      <p className="px-5 pb-5 text-muted-foreground text-sm">
        No offer of yours was decided in the last two years, and no quarter has figures of enough
        organizations.
      </p>
    )
  const newest = rows.find(({ market }) => market?.price)
  return (
    <>
      {newest?.market?.price && (
        <div className="border-t px-4 py-4 md:px-5">
          <p className="mb-1 text-muted-foreground text-sm">
            {category === null ? 'All categories' : categoryName(category)} in{' '}
            {quarterName(newest.startsOn)}
          </p>
          <MarketRuler
            zone={{
              name: 'Accepted offers',
              fromCents: Number(newest.market.price.lowCents),
              toCents: Number(newest.market.price.highCents),
            }}
            marks={
              newest.own.meanPriceCents === null
                ? []
                : [{ id: 'own', name: 'Your mean', cents: Number(newest.own.meanPriceCents) }]
            }
            none="You won none"
          />
        </div>
      )}
      <DataTable
        caption="Win rates and prices by quarter"
        columns={columns}
        rows={rows}
        rowKey={({ startsOn }) => startsOn}
      />
    </>
  )
}
