/** Searches that the sample vendor has saved. */
import type { SavedSearchForm } from '@semblance/contract'
import type { Ctx } from '../../platform/context.ts'
import { saveSearch } from '../market/service.ts'

const searches: SavedSearchForm[] = [
  {
    name: 'Loyalty and baskets',
    search: 'loyalty or basket',
    category: 'retail',
    sort: 'newest',
    alerts: true,
  },
  { name: 'Anything on fraud', search: 'fraud', category: 'all', sort: 'deadline', alerts: true },
  { name: 'Large IoT budgets', search: '', category: 'iot', sort: 'budget-high', alerts: false },
]

export async function loadSavedSearches(vendor: Ctx): Promise<void> {
  for (const search of searches) await saveSearch(vendor, search)
}
