/** The open market, read as the system: `Reader` is the rule of who sees what, and search may use its index. */
import {
  type BudgetMark,
  budgetMarkCents,
  type Category,
  type DataFormat,
  type FilterIndustry,
  type MarketSort,
  type Pace,
  type PrivacyLevel,
  paceDays,
} from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { Position } from './cursor.ts'
import { type Narrowing, narrows } from './narrowing.ts'

export type Reader = {
  now: Date
  /** Holds the vendor whose live offers and invitations are marked. */
  vendor: string | null
  /** A visitor sees the requests of sample companies alone. */
  samplesOnly: boolean
}

export type Filter = {
  search: string
  category: Category | null
  budget: readonly BudgetMark[]
  industry: readonly FilterIndustry[]
  timeline: readonly Pace[]
  /** Missing where there are no such filters. */
  narrowing?: Narrowing
}

export type MarketDprRow = {
  id: string
  title: string
  category: Category
  status: 'awaiting_offers' | 'open'
  budget_min_cents: bigint
  budget_max_cents: bigint
  timeline_days: number
  offers_count: number
  created_at: Date
  closes_at: Date
  client: string
  client_name: string
  description: string
  delivery_format: DataFormat
  privacy_level: PrivacyLevel
  /** Null without a data contract. */
  columns: string[] | null
  offered: boolean
  invited: boolean
}

type Order = {
  by: RawBuilder<unknown>
  after: (position: Position) => RawBuilder<unknown>
  keyOf: (row: MarketDprRow) => number
}

/** Holds the sort orders; each has two indexes, one of the whole market and one of one category. */
export const orders: Record<MarketSort, Order> = {
  newest: {
    by: sql`d.created_at desc, d.id desc`,
    after: ({ key, id }) => sql`(d.created_at, d.id) < (${new Date(key)}, ${id})`,
    keyOf: (row) => row.created_at.getTime(),
  },
  'budget-high': {
    by: sql`d.budget_max_cents desc, d.id desc`,
    after: ({ key, id }) => sql`(d.budget_max_cents, d.id) < (${key}, ${id})`,
    keyOf: (row) => Number(row.budget_max_cents),
  },
  'budget-low': {
    by: sql`d.budget_min_cents, d.id`,
    after: ({ key, id }) => sql`(d.budget_min_cents, d.id) > (${key}, ${id})`,
    keyOf: (row) => Number(row.budget_min_cents),
  },
  deadline: {
    by: sql`d.closes_at, d.id`,
    after: ({ key, id }) => sql`(d.closes_at, d.id) > (${new Date(key)}, ${id})`,
    keyOf: (row) => row.closes_at.getTime(),
  },
  offers: {
    by: sql`d.offers_count desc, d.id desc`,
    after: ({ key, id }) => sql`(d.offers_count, d.id) < (${key}, ${id})`,
    keyOf: (row) => row.offers_count,
  },
}

/**
 * Spelled as the market's partial indexes spell it. Hardly an open request is past its time: a bare comparison
 * would make the planner expect a tenth of the rows, and look for them in other indexes.
 */
export const isOpen = ({ now, samplesOnly }: Reader) => sql`
  d.status in ('awaiting_offers', 'open') and coalesce(d.closes_at > ${now}, false)
  ${
    samplesOnly
      ? sql`and exists (select from organizations o where o.id = d.client and o.is_sample)`
      : sql``
  }`

const hasMark = (mark: BudgetMark) => {
  const [from, to] = budgetMarkCents[mark]
  return sql`(d.budget_min_cents >= ${from} and d.budget_min_cents < ${to}
    or d.budget_max_cents >= ${from} and d.budget_max_cents < ${to})`
}

export const hasPace = (pace: Pace) =>
  sql`d.timeline_days between ${paceDays[pace][0]} and ${paceDays[pace][1]}`

const anyOf = <V>(values: readonly V[], test: (value: V) => RawBuilder<unknown>) =>
  values.length === 0 ? null : sql`(${sql.join(values.map(test), sql` or `)})`

/** `where` conditions of a filter, each beginning with "and". */
export function matches({ search, category, budget, industry, timeline, narrowing }: Filter) {
  const conditions = [
    search && sql`d.search @@ app.market_query(${search})`,
    category && sql`d.category = ${category}`,
    industry.length > 0 && sql`d.category = any (${industry})`,
    anyOf(budget, hasMark),
    anyOf(timeline, hasPace),
    ...(narrowing ? narrows(narrowing) : []),
  ].filter((condition) => condition !== null && condition !== '' && condition !== false)
  return sql`${sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  )}`
}

/** Selects the columns of a card. */
export const cardColumns = ({ vendor }: Reader) => sql`
  d.id, d.title, d.category, d.status, d.budget_min_cents, d.budget_max_cents, d.timeline_days, d.offers_count,
  d.created_at, d.closes_at, d.client, d.client_name, d.description, d.delivery_format, d.privacy_level,
  (select app.contract_columns(t.content) from data_contracts t where t.dpr_id = d.id) as columns,
  exists (select from offers o where o.dpr_id = d.id and o.vendor = ${vendor} and o.status <> 'rejected') as offered,
  exists (select from dpr_invitations i where i.dpr_id = d.id and i.vendor = ${vendor}) as invited`

/** Lists a page of requests; one row more than the page. */
export async function listMarketDprs(
  tx: Tx,
  reader: Reader,
  filter: Filter,
  page: { sort: MarketSort; after: Position | null; limit: number },
): Promise<MarketDprRow[]> {
  const order = orders[page.sort]
  const { rows } = await sql<MarketDprRow>`
    select ${cardColumns(reader)} from dprs d
    where ${isOpen(reader)} ${matches(filter)} ${page.after ? sql`and ${order.after(page.after)}` : sql``}
    order by ${order.by} limit ${sql.lit(page.limit + 1)}`.execute(tx)
  return rows
}
