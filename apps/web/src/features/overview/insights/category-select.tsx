import { categories } from '@semblance/contract'
import { Select } from '@/components/ui/select.tsx'
import { useInsightFilters } from './use-insight-filters.ts'

const options = [
  { value: 'all', label: 'All' },
  ...Object.entries(categories).map(([value, label]) => ({ value, label })),
]

/** Chooses the category that plots and tables are about. */
export function CategorySelect() {
  const { category, choose } = useInsightFilters()
  return (
    <Select
      aria-label="Category"
      prefix="Category"
      className="w-auto"
      value={category ?? 'all'}
      onValueChange={(next) => choose('category', next)}
      options={options}
    />
  )
}
