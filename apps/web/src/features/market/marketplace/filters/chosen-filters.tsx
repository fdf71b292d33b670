import { categories, type MarketFilters } from '@semblance/contract'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { paceLabels } from './filter-panel.tsx'

type ChosenFiltersProps = {
  filters: MarketFilters
  onChange: (next: Partial<MarketFilters>) => void
  onClear: () => void
}

export const isFiltered = ({ search, budget, industry, timeline }: MarketFilters) =>
  search !== '' || budget.length + industry.length + timeline.length > 0

/** Shows each chosen filter with a button to remove it. */
export function ChosenFilters({ filters, onChange, onClear }: ChosenFiltersProps) {
  const { budget, industry, timeline } = filters
  if (!isFiltered(filters)) return null
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
