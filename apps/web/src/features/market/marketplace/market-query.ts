/**
 * Converts between the marketplace's state and its address:
 * `?search=fraud&category=finance&sort=deadline&shown=18`.
 */
import {
  type MarketCategory,
  type MarketSort,
  marketCategories,
  marketCategoryLabels,
  marketSortLabels,
  marketSorts,
  type SavedSearch,
} from '@semblance/contract'

export const CARDS_PER_PAGE = 6
/** The most that one call answers. */
const MAX_SHOWN = 96

export type MarketQuery = { search: string; category: MarketCategory; sort: MarketSort }

export const emptyMarketQuery: MarketQuery = { search: '', category: 'all', sort: 'newest' }

export function readMarketQuery(params: URLSearchParams): MarketQuery {
  return {
    search: params.get('search')?.trim().slice(0, 200) ?? '',
    category: marketCategories.find((name) => name === params.get('category')) ?? 'all',
    sort: marketSorts.find((name) => name === params.get('sort')) ?? 'newest',
  }
}

/** Returns the parameters that differ from the plain market. */
export function writeMarketQuery({ search, category, sort }: MarketQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (category !== 'all') params.set('category', category)
  if (sort !== 'newest') params.set('sort', sort)
  return params
}

/** Returns the number of shown cards in the address, in whole pages. */
export function readShown(params: URLSearchParams): number {
  const pages = Math.ceil(Number(params.get('shown')) / CARDS_PER_PAGE)
  return Number.isFinite(pages) && pages > 1
    ? Math.min(pages * CARDS_PER_PAGE, MAX_SHOWN)
    : CARDS_PER_PAGE
}

export const isNarrowed = ({ search, category }: MarketQuery) => search !== '' || category !== 'all'

/** “card fraud”, Finance, by deadline */
export function describeQuery({ search, category, sort }: MarketQuery): string {
  return [
    search ? `“${search}”` : 'All DPRs',
    category === 'all' ? 'every category' : marketCategoryLabels[category],
    sort !== 'newest' && `sorted by ${marketSortLabels[sort].toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const urlOf = (search: Pick<SavedSearch, keyof MarketQuery>) =>
  `?${writeMarketQuery(search)}`
