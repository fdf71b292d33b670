import {
  budgetThresholds,
  categories,
  filterIndustries,
  type MarketCounts,
  type MarketFilters,
  timelineRanges,
} from '@semblance/contract'
import { FilterGroup } from '@/components/blocks/lists/filter-group.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { formatCount } from '../counted.ts'

const paceNotes = { urgent: '5 days or fewer', moderate: '6 to 10', flexible: 'over 10' } as const
export const paceLabels = { urgent: 'Urgent', moderate: 'Moderate', flexible: 'Flexible' } as const

type FilterPanelProps = {
  filters: MarketFilters
  /** Number of results of each choice on its own. */
  counts: MarketCounts | undefined
  onChange: (next: Partial<MarketFilters>) => void
}

export function FilterPanel({ filters, counts, onChange }: FilterPanelProps) {
  return (
    <div>
      <SearchInput
        label="Search DPRs"
        value={filters.search}
        onChange={(search) => onChange({ search })}
        placeholder="Search DPRs"
      />
      <FilterGroup
        title="Budget range"
        options={budgetThresholds.map((mark) => ({
          value: mark,
          label: `$${mark}`,
          count: counts && formatCount(counts.budget[mark]),
        }))}
        selected={filters.budget}
        onChange={(budget) => onChange({ budget })}
      />
      <FilterGroup
        title="Industry"
        options={filterIndustries.map((industry) => ({
          value: industry,
          label: categories[industry],
          count: counts && formatCount(counts.industry[industry]),
        }))}
        selected={filters.industry}
        onChange={(industry) => onChange({ industry })}
      />
      <FilterGroup
        title="Timeline"
        options={timelineRanges.map((pace) => ({
          value: pace,
          label: paceLabels[pace],
          note: paceNotes[pace],
          count: counts && formatCount(counts.timeline[pace]),
        }))}
        selected={filters.timeline}
        onChange={(timeline) => onChange({ timeline })}
      />
    </div>
  )
}
