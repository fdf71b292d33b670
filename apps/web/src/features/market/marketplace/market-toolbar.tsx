import {
  type MarketCounts,
  marketCategories,
  marketCategoryLabels,
  marketSortLabels,
  marketSorts,
  type Side,
} from '@semblance/contract'
import { LayoutGrid, Rows3, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Segment } from '@/components/ui/segment.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Sheet } from '@/components/ui/sheet.tsx'
import { formatCount } from './counted.ts'
import {
  emptyMarketQuery,
  type MarketQuery,
  type MarketView,
  marketViews,
  narrowedBy,
} from './market-query.ts'
import { SaveSearch } from './searches/save-search.tsx'
import { SavedSearches } from './searches/saved-searches.tsx'

type MarketToolbarProps = {
  side: Side
  query: MarketQuery
  view: MarketView
  counts: MarketCounts | undefined
  onChange: (next: Partial<MarketQuery>) => void
  onViewChange: (view: MarketView) => void
  /** The filters, for the sheet of narrow screens. */
  rail: ReactNode
}

const viewNames = { list: 'List', cards: 'Cards' } as const
const viewIcons = { list: Rows3, cards: LayoutGrid } as const

/** Holds search, sort, view and saved searches; on narrow screens the filters, too. */
export function MarketToolbar(props: MarketToolbarProps) {
  const { side, query, view, onChange, onViewChange } = props
  const sort = (className: string) => (
    <Select
      aria-label="Sort"
      prefix="Sort"
      className={className}
      value={query.sort}
      onValueChange={(next) => onChange({ sort: next })}
      options={marketSorts.map((value) => ({ value, label: marketSortLabels[value] }))}
    />
  )
  const saves = side === 'vendor' && (
    <>
      <SaveSearch query={query} />
      <SavedSearches />
    </>
  )
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <SearchInput
          label="Search DPRs"
          value={query.search}
          onChange={(search) => onChange({ search })}
          placeholder="Search by data, company or use case"
          className="min-w-0 flex-1"
        />
        {sort('w-60 max-lg:hidden')}
        <Segment
          label="View"
          className="max-md:hidden"
          value={view}
          onValueChange={onViewChange}
          options={marketViews.map((value) => {
            const Icon = viewIcons[value]
            return { value, name: viewNames[value], label: <Icon aria-hidden /> }
          })}
        />
        <span className="contents max-lg:hidden">{saves}</span>
      </div>
      <NarrowBar {...props} sort={sort('w-full')} saves={saves} />
    </div>
  )
}

function NarrowBar({
  query,
  counts,
  onChange,
  rail,
  sort,
  saves,
}: MarketToolbarProps & { sort: ReactNode; saves: ReactNode }) {
  const narrowed = narrowedBy(query)
  return (
    <div className="-mx-4 flex gap-2 overflow-x-auto px-4 lg:hidden print:hidden">
      <Sheet
        title="Filters"
        footer={
          <Button
            variant="outline"
            onClick={() => onChange({ ...emptyMarketQuery, sort: query.sort })}
          >
            Clear filters
          </Button>
        }
        trigger={
          <Button variant="outline">
            <SlidersHorizontal aria-hidden />
            Filters
            {narrowed > 0 && (
              <span className="num rounded-xs bg-primary-soft px-1.5 text-primary text-xs">
                {narrowed}
              </span>
            )}
          </Button>
        }
      >
        <div className="grid gap-5">
          {sort}
          <div className="flex flex-wrap gap-2">{saves}</div>
          {rail}
        </div>
      </Sheet>
      <ChoiceChips
        label="Category"
        className="flex-nowrap"
        options={marketCategories.map((value) => ({
          value,
          label: marketCategoryLabels[value],
          note: counts && formatCount(counts.category[value]),
        }))}
        value={query.category}
        onValueChange={(category) => onChange({ category })}
      />
    </div>
  )
}
