import type { Category } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { BarPlot } from '@/components/viz/bar-plot.tsx'
import { orpc } from '@/lib/api/api.ts'
import { count } from '@/lib/format.ts'
import { AskedColumns } from './asked-columns.tsx'
import { CategorySelect } from './category-select.tsx'
import { DemandBreakdowns } from './demand-breakdowns.tsx'
import { FigureRules } from './figure-rules.tsx'
import type { DemandQuarter } from './insight-types.ts'
import { categoryName, quarterName, quarterTick, rangeText, tooFew } from './quarter-texts.ts'
import { useInsightFilters } from './use-insight-filters.ts'

export const demandQuery = orpc.insights.demand.queryOptions()

/** Shows the demand of closed quarters. */
export function Demand() {
  const query = useQuery(demandQuery)
  return (
    <QueryState
      query={query}
      errorTitle="The figures did not load"
      skeleton={<Skeleton className="h-96 rounded-lg" />}
    >
      {({ quarters, held }) => {
        const told = quarters.filter(({ requests }) => requests !== null)
        if (told.length === 0) return <NothingYet isComputed={quarters.length > 0} />
        return <DemandOf quarters={quarters} told={told} held={held} />
      }}
    </QueryState>
  )
}

function NothingYet({ isComputed }: { isComputed: boolean }) {
  return (
    <div className="card">
      <EmptyState title={isComputed ? tooFew : 'No figures yet'}>
        {isComputed
          ? 'No closed quarter had requests of enough organizations to show figures without telling of single ones.'
          : 'The figures of a quarter are computed on the day after its end.'}
      </EmptyState>
      <div className="border-t px-5 py-4">
        <FigureRules />
      </div>
    </div>
  )
}

type DemandOfProps = {
  quarters: readonly DemandQuarter[]
  /** The quarters with figures. */
  told: readonly DemandQuarter[]
  held: readonly string[]
}

function DemandOf({ quarters, told, held }: DemandOfProps) {
  const { category, quarter } = useInsightFilters()
  const chosen = told.find(({ startsOn }) => startsOn === quarter) ?? told[0]
  if (!chosen) return null
  return (
    <div className="grid min-w-0 gap-5">
      <DemandStrip chosen={chosen} quarters={quarters} />
      <div className="grid min-w-0 items-start gap-5 lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-7">
          <RequestsPanel quarters={quarters} category={category} />
        </div>
        <div className="min-w-0 lg:col-span-5">
          <AskedColumns chosen={chosen} held={held} />
        </div>
      </div>
      <DemandBreakdowns chosen={chosen} told={told} />
      <FigureRules />
    </div>
  )
}

function DemandStrip({
  chosen,
  quarters,
}: {
  chosen: DemandQuarter
  quarters: readonly DemandQuarter[]
}) {
  const before = quarters[quarters.indexOf(chosen) + 1]
  return (
    <StatStrip
      items={[
        {
          label: `Requests posted in ${quarterName(chosen.startsOn)}`,
          value: `About ${count(chosen.requests ?? 0)}`,
          note:
            before?.requests === undefined || before.requests === null
              ? 'Nothing to compare with in the quarter before'
              : `About ${count(before.requests)} in the quarter before`,
        },
        {
          label: 'Usual budgets',
          value: chosen.budget ? rangeText(chosen.budget) : tooFew,
          note: 'From the mean of the lower half to that of the upper half',
        },
      ]}
    />
  )
}

/** Returns the rounded requests of a quarter; null where too few organizations stand behind them. */
function requestsOf(quarter: DemandQuarter, category: Category | null): number | null {
  if (category === null) return quarter.requests
  return quarter.byCategory?.find(({ key }) => key === category)?.requests ?? null
}

type RequestsPanelProps = { quarters: readonly DemandQuarter[]; category: Category | null }

function RequestsPanel({ quarters, category }: RequestsPanelProps) {
  const rows = quarters
    .map((quarter) => ({ quarter: quarter.startsOn, requests: requestsOf(quarter, category) }))
    .toReversed()
  const first = rows.findIndex(({ requests }) => requests !== null)
  const shown = rows.slice(Math.max(0, first))
  const missing = shown.filter(({ requests }) => requests === null)
  const told = shown.map(
    ({ quarter, requests }) =>
      `${quarterName(quarter)} ${requests === null ? tooFew.toLowerCase() : `about ${requests}`}`,
  )
  return (
    <Panel
      title="Requests a quarter"
      description={
        category === null ? 'All categories, rounded' : `${categoryName(category)}, rounded`
      }
      action={<CategorySelect />}
    >
      {first === -1 ? (
        <p className="py-10 text-center text-muted-foreground">{tooFew} in any quarter.</p>
      ) : (
        <BarPlot
          label={`Requests by quarter: ${told.join(', ')}.`}
          rows={shown.map(({ quarter, requests }) => ({
            name: quarterTick(quarter),
            title: quarterName(quarter),
            parts: [
              {
                name: requests === null ? tooFew : 'Requests',
                value: requests ?? 0,
                className: 'bg-chart-1',
              },
            ],
          }))}
          tick={count}
          value={(value) => (value === 0 ? '' : count(value))}
          atLeast={10}
          axisWidth={34}
          className="h-[240px]"
        />
      )}
      {first !== -1 && missing.length > 0 && (
        <p className="mt-3 border-t pt-3 text-muted-foreground text-sm">
          {tooFew}: {missing.map(({ quarter }) => quarterName(quarter)).join(', ')}.
          {category !== null && ' Requests of a category are then counted with others.'}
        </p>
      )}
    </Panel>
  )
}
