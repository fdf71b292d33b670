import {
  type CatalogFilter,
  type Category,
  categories,
  type ListingSort,
  listingSorts,
  parseDollars,
  parseWhole,
} from '@semblance/contract'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'

export type CatalogQuery = CatalogFilter & { sort: ListingSort }

const isCategory = (text: string): text is Category => Object.hasOwn(categories, text)

/** Reads the filters from the address; what cannot be read there selects all. */
export function readCatalogQuery(params: URLSearchParams): CatalogQuery {
  const get = (name: string) => params.get(name) ?? ''
  const category = get('category')
  const price = parseDollars(get('price'))
  const rows = parseWhole(get('rows'))
  const [epsilon, accuracy] = [Number(get('epsilon')), Number(get('accuracy'))]
  return {
    search: get('search').slice(0, 200),
    columns: get('columns')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .slice(0, 10),
    sort: listingSorts.find((each) => each === get('sort')) ?? 'newest',
    ...(isCategory(category) && { category }),
    ...(rows !== null && rows > 0 && { minRecords: rows }),
    ...(price !== null && { maxPriceCents: price }),
    ...(epsilon > 0 && { maxEpsilon: epsilon }),
    ...(accuracy > 0 && accuracy <= 100 && { minAccuracyPercent: accuracy }),
  }
}

/** Lists the names of the filters in the address, without the order. */
export const catalogFilters = [
  'search',
  'category',
  'columns',
  'rows',
  'price',
  'epsilon',
  'accuracy',
] as const

export const catalogListQuery = (asked: CatalogQuery) =>
  orpc.listings.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...asked, cursor, limit: 12 }),
    ...byCursor,
  })

export const listingQuery = (listingId: string) =>
  orpc.listings.get.queryOptions({ input: { listingId } })
