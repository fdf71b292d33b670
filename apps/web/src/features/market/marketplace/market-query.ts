/**
 * Converts between the marketplace's state and its address:
 * `?search=fraud&category=finance&sort=deadline&privacy=high&shown=18&view=cards`.
 */
import {
  type ClosingPeriod,
  closingPeriodIds,
  type MarketCategory,
  type MarketNarrowing,
  type MarketSort,
  marketCategories,
  marketCategoryLabels,
  marketSortLabels,
  marketSorts,
  privacyLevels,
  type SavedSearch,
  vendorWishes,
} from '@semblance/contract'

export const CARDS_PER_PAGE = 6
/** The most that one call answers. */
const MAX_SHOWN = 96

export const marketViews = ['list', 'cards'] as const
export type MarketView = (typeof marketViews)[number]

/** Describes what a saved search keeps. */
export type SearchQuery = { search: string; category: MarketCategory; sort: MarketSort }
export type MarketQuery = SearchQuery & MarketNarrowing

export const emptyMarketQuery: MarketQuery = {
  search: '',
  category: 'all',
  sort: 'newest',
  budgetFromUsd: undefined,
  budgetToUsd: undefined,
  closing: undefined,
  privacy: [],
  column: '',
  wishes: [],
}

const names = {
  search: 'search',
  category: 'category',
  sort: 'sort',
  budgetFromUsd: 'from',
  budgetToUsd: 'to',
  closing: 'closing',
  privacy: 'privacy',
  column: 'column',
  wishes: 'wishes',
} as const satisfies Record<keyof MarketQuery, string>

/** Lists the parameters that hold the query. */
export const marketParams = Object.values(names)

export function readMarketQuery(params: URLSearchParams): MarketQuery {
  const text = (name: string) => params.get(name)?.trim().slice(0, 200) ?? ''
  const listed = <V extends string>(name: string, known: readonly V[]) => {
    const chosen = params.get(name)?.split(',') ?? []
    return known.filter((value) => chosen.includes(value))
  }
  return {
    search: text(names.search),
    category: marketCategories.find((name) => name === params.get(names.category)) ?? 'all',
    sort: marketSorts.find((name) => name === params.get(names.sort)) ?? 'newest',
    budgetFromUsd: dollarsIn(params, names.budgetFromUsd),
    budgetToUsd: dollarsIn(params, names.budgetToUsd),
    closing: closingPeriodIds.find((id) => id === params.get(names.closing)),
    privacy: listed(names.privacy, privacyLevels),
    column: text(names.column),
    wishes: listed(names.wishes, vendorWishes),
  }
}

function dollarsIn(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Returns the parameters that differ from the plain market. */
export function writeMarketQuery(query: Partial<MarketQuery>): URLSearchParams {
  const params = new URLSearchParams()
  for (const key of Object.keys(names) as (keyof MarketQuery)[]) {
    const written = String(query[key] ?? '')
    if (written && written !== String(emptyMarketQuery[key])) params.set(names[key], written)
  }
  return params
}

export const readView = (params: URLSearchParams): MarketView =>
  params.get('view') === 'cards' ? 'cards' : 'list'

/** Returns the number of shown cards in the address, in whole pages. */
export function readShown(params: URLSearchParams): number {
  const pages = Math.ceil(Number(params.get('shown')) / CARDS_PER_PAGE)
  return Number.isFinite(pages) && pages > 1
    ? Math.min(pages * CARDS_PER_PAGE, MAX_SHOWN)
    : CARDS_PER_PAGE
}

export const closingLabels: Record<ClosingPeriod, string> = { week: '7 days', month: '30 days' }

/** Returns the number of filters beyond search and category. */
export const narrowedBy = (query: MarketQuery) =>
  Number(query.budgetFromUsd !== undefined || query.budgetToUsd !== undefined) +
  Number(query.closing !== undefined) +
  Number(query.privacy.length > 0) +
  Number(query.column !== '') +
  query.wishes.length

export const isNarrowed = (query: MarketQuery) =>
  query.search !== '' || query.category !== 'all' || narrowedBy(query) > 0

/** “card fraud”, Finance, by deadline */
export function describeQuery({ search, category, sort }: SearchQuery): string {
  return [
    search ? `“${search}”` : 'All DPRs',
    category === 'all' ? 'every category' : marketCategoryLabels[category],
    sort !== 'newest' && `sorted by ${marketSortLabels[sort].toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(', ')
}

export const urlOf = (search: Pick<SavedSearch, keyof SearchQuery>) =>
  `?${writeMarketQuery(search)}`
