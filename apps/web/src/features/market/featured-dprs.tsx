import { categories, type MarketDpr } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { Chip } from '@/components/blocks/chip.tsx'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { MoreLink } from '@/components/blocks/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Sheet } from '@/components/ui/sheet.tsx'
import { orpc } from '@/lib/api.ts'
import { paths } from '@/paths.ts'
import { countChoices, type DprFilters, matchesFilters } from './dpr-filters.ts'
import { DprRow } from './dpr-row.tsx'
import { FilterPanel, paceLabels } from './filter-panel.tsx'
import { useDprFilters } from './use-dpr-filters.ts'

/** Rows on the dashboard; the marketplace has the rest. */
const maxRows = 6

/** The newest open requests, with filters that work on these rows. */
export function FeaturedDprs({ className }: { className?: string }) {
  const query = useQuery(orpc.dprs.browse.queryOptions({ input: {} }))
  return (
    <Panel
      title="Featured DPRs"
      action={<MoreLink to={paths.marketplace}>Open marketplace</MoreLink>}
      flush
      className={className}
    >
      <QueryState query={query} errorTitle="DPRs did not load">
        {({ items }) => <FilteredDprs rows={items} />}
      </QueryState>
    </Panel>
  )
}

function FilteredDprs({ rows }: { rows: readonly MarketDpr[] }) {
  const { filters, change, clear } = useDprFilters()
  const shown = rows.filter((dpr) => matchesFilters(dpr, filters))
  const panel = <FilterPanel filters={filters} counts={countChoices(rows)} onChange={change} />
  const clearButton = (
    <Button variant="outline" onClick={clear}>
      Clear filters
    </Button>
  )
  return (
    <div className="grid border-t lg:grid-cols-[248px_minmax(0,1fr)]">
      <div className="hidden border-r bg-sunken px-5 pt-4 pb-5 lg:block">{panel}</div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-3 text-sm md:px-5">
          <span className="text-muted-foreground" role="status">
            <span className="num font-medium text-foreground">{shown.length}</span> of {rows.length}{' '}
            DPRs
          </span>
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
        {shown.length > 0 ? (
          <ul className="divide-y">
            {shown.slice(0, maxRows).map((dpr) => (
              <DprRow key={dpr.id} dpr={dpr} />
            ))}
            {shown.length > maxRows && (
              <li className="px-4 py-3 text-center md:px-5">
                <MoreLink to={paths.marketplace}>
                  {shown.length - maxRows} more in the marketplace
                </MoreLink>
              </li>
            )}
          </ul>
        ) : rows.length > 0 ? (
          <EmptyState title="No DPRs match your current filters." action={clearButton}>
            Remove a filter, or search the whole marketplace.
          </EmptyState>
        ) : (
          <EmptyState title="No open requests right now">
            New requests appear here as soon as a client posts one.
          </EmptyState>
        )}
      </div>
    </div>
  )
}

type ChosenFiltersProps = {
  filters: DprFilters
  onChange: (next: Partial<DprFilters>) => void
  onClear: () => void
}

function ChosenFilters({ filters, onChange, onClear }: ChosenFiltersProps) {
  const { budget, industry, timeline } = filters
  if (budget.length + industry.length + timeline.length === 0 && !filters.search) return null
  const without = <V,>(values: readonly V[], gone: V) => values.filter((value) => value !== gone)
  return (
    <span className="flex flex-wrap items-center gap-2 max-lg:hidden">
      {budget.map((mark) => (
        <Chip
          key={mark}
          label={`$${mark}`}
          onRemove={() => onChange({ budget: without(budget, mark) })}
        />
      ))}
      {industry.map((name) => (
        <Chip
          key={name}
          label={categories[name]}
          onRemove={() => onChange({ industry: without(industry, name) })}
        />
      ))}
      {timeline.map((pace) => (
        <Chip
          key={pace}
          label={paceLabels[pace]}
          onRemove={() => onChange({ timeline: without(timeline, pace) })}
        />
      ))}
      <Button variant="link" size="sm" onClick={onClear}>
        Clear filters
      </Button>
    </span>
  )
}
