/** The catalog, read as the system: `Reader` is the rule of who sees what, and search and columns may use their indexes. */
import type { CatalogFilter, Category, ListingSort, StoredListing } from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { cursorTime, type RankPosition } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

export type Reader = {
  /** A visitor sees the listings of sample companies alone. */
  samplesOnly: boolean
}

export type CardRow = {
  listing_id: string
  revision: number
  title: string
  category: Category
  description: string
  content: StoredListing
  delivery_id: string
  vendor: string
  vendor_name: string
  vendor_slug: string | null
  rating: string | null
  records: bigint
  columns: number
  accuracy_tenths: number
  epsilon: number
  delta: number
  lowest_price_cents: bigint
  shape: number[]
  published_at: Date
}

type Order = {
  by: RawBuilder<unknown>
  beyond: (position: RankPosition) => RawBuilder<unknown>
  /** The numbers that a cursor may name. */
  ranks: z.ZodType<number>
  rankOf: (row: CardRow) => number
}

/** Holds the sort orders, each with an index of its own. */
export const orders: Record<ListingSort, Order> = {
  newest: {
    by: sql`r.published_at desc, r.listing_id desc`,
    beyond: ({ rank, id }) => sql`(r.published_at, r.listing_id) < (${new Date(rank)}, ${id})`,
    ranks: cursorTime,
    rankOf: (row) => row.published_at.getTime(),
  },
  price: {
    by: sql`r.lowest_price_cents, r.listing_id`,
    beyond: ({ rank, id }) => sql`(r.lowest_price_cents, r.listing_id) > (${rank}, ${id})`,
    ranks: z.int(),
    rankOf: (row) => Number(row.lowest_price_cents),
  },
  accuracy: {
    by: sql`r.accuracy_tenths desc, r.listing_id desc`,
    beyond: ({ rank, id }) => sql`(r.accuracy_tenths, r.listing_id) < (${rank}, ${id})`,
    ranks: z.int().min(0).max(1000),
    rankOf: (row) => row.accuracy_tenths,
  },
  records: {
    by: sql`r.records desc, r.listing_id desc`,
    beyond: ({ rank, id }) => sql`(r.records, r.listing_id) < (${rank}, ${id})`,
    ranks: z.int(),
    rankOf: (row) => Number(row.records),
  },
}

function matches(filter: CatalogFilter): RawBuilder<unknown> {
  const { search, category, columns, minRecords, maxPriceCents, maxEpsilon } = filter
  const { minAccuracyPercent } = filter
  const conditions = [
    search && sql`r.search @@ app.market_query(${search})`,
    category && sql`r.category = ${category}`,
    columns.length > 0 &&
      sql`r.column_names @> ${columns.map((name) => name.toLowerCase())}::text[]`,
    minRecords !== undefined && sql`r.records >= ${minRecords}`,
    maxPriceCents !== undefined && sql`r.lowest_price_cents <= ${maxPriceCents}`,
    maxEpsilon !== undefined && sql`r.epsilon <= ${maxEpsilon}`,
    minAccuracyPercent !== undefined &&
      sql`r.accuracy_tenths >= ${Math.ceil(minAccuracyPercent * 10)}`,
  ].filter((condition) => condition !== false && condition !== '' && condition !== undefined)
  return sql`${sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  )}`
}

const cards = ({ samplesOnly }: Reader) => sql`
  select /* plan for the values */ r.listing_id, r.revision, r.title, r.category, r.description, r.content, r.delivery_id, r.vendor, r.records,
    cardinality(r.column_names) as columns, r.accuracy_tenths, r.epsilon, r.delta, r.lowest_price_cents, r.shape,
    r.published_at, v.name as vendor_name, v.slug as vendor_slug, app.rating(r.vendor) as rating
  from listing_revisions r join companies v on v.id = r.vendor and v.is_vendor ${samplesOnly ? sql`and v.is_sample` : sql``}
  where r.is_live`

/** Lists a page of the catalog; one row more than the page. Requires the system role. */
export async function listCards(
  tx: Tx,
  reader: Reader,
  filter: CatalogFilter,
  { sort, after, limit }: { sort: ListingSort; after: RankPosition | null; limit: number },
): Promise<CardRow[]> {
  const order = orders[sort]
  const { rows } = await sql<CardRow>`
    ${cards(reader)} ${matches(filter)} ${after ? sql`and ${order.beyond(after)}` : sql``}
    order by ${order.by} limit ${sql.lit(limit + 1)}`.execute(tx)
  return rows
}

/** Returns a listing that is for sale. Requires the system role. */
export async function findCard(
  tx: Tx,
  reader: Reader,
  listingId: string,
): Promise<CardRow | undefined> {
  const { rows } = await sql<CardRow>`${cards(reader)} and r.listing_id = ${listingId}`.execute(tx)
  return rows[0]
}
