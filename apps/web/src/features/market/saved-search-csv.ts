import { marketCategoryLabels, marketSortLabels, type SavedSearch } from '@semblance/contract'
import type { CsvColumn } from '@/lib/csv.ts'

export const savedSearchCsv: readonly CsvColumn<SavedSearch>[] = [
  ['Name', (search) => search.name],
  ['Search', (search) => search.search],
  ['Category', (search) => marketCategoryLabels[search.category]],
  ['Sorted by', (search) => marketSortLabels[search.sort]],
  ['Alerts', (search) => (search.alerts ? 'Yes' : 'No')],
  ['Saved', (search) => search.createdAt],
  ['Last match', (search) => search.matchedAt],
]
