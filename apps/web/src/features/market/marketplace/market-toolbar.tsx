import {
  type MarketCategory,
  marketCategories,
  marketCategoryLabels,
  marketSortLabels,
  marketSorts,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { orpc } from '@/lib/api/api.ts'
import { formatCount } from './counted.ts'
import type { MarketQuery } from './market-query.ts'
import { SaveSearch } from './searches/save-search.tsx'
import { SavedSearches } from './searches/saved-searches.tsx'

type MarketToolbarProps = {
  query: MarketQuery
  onChange: (next: Partial<MarketQuery>) => void
  /** After the categories. */
  children?: ReactNode
}

export function MarketToolbar({ query, onChange, children }: MarketToolbarProps) {
  const { data: counts } = useQuery(orpc.market.counts.queryOptions())
  const categoryChip = (value: MarketCategory) => ({
    value,
    label: marketCategoryLabels[value],
    note: counts && formatCount(counts.category[value]),
  })
  return (
    <div className="mb-5 grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search DPRs"
          value={query.search}
          onChange={(search) => onChange({ search })}
          placeholder="Search by data, company or use case"
          className="min-w-[220px] flex-1 max-md:basis-full md:max-w-[420px]"
        />
        <SaveSearch query={query} />
        <SavedSearches />
        <Select
          aria-label="Sort"
          prefix="Sort"
          className="max-md:flex-1 max-md:basis-full md:ml-auto md:w-60"
          value={query.sort}
          onValueChange={(sort) => onChange({ sort })}
          options={marketSorts.map((value) => ({ value, label: marketSortLabels[value] }))}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ChoiceChips
          label="Category"
          options={marketCategories.map(categoryChip)}
          value={query.category}
          onValueChange={(category) => onChange({ category })}
        />
        {children}
      </div>
    </div>
  )
}
