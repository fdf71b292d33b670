/** Reads what figures of the market count, and keeps the figures. Call as the system. */
import type { Category, PrivacyLevel } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export type Market = 'real' | 'sample'
export type Kind = 'requests' | 'offers'
export type Quarter = { startsOn: string; endsOn: string }

/** Waits until no other run computes figures. */
export async function lockFigures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('market_figures', 0))`.execute(tx)
}

/** Returns the first moment of a day in UTC, also where the database has another time zone. */
export const startOf = (day: string) => sql`(${day}::timestamp at time zone 'UTC')`

/** Leaves out purchases of listings and orders of subscriptions, which are agreed from the start. */
const isPosted = sql`d.listing_id is null and d.subscription_id is null`

/** Leaves out the clients of sample sets that another has replaced. */
const isOf = (market: Market) =>
  market === 'sample' ? sql`o.is_sample and not o.is_terminated` : sql`not o.is_sample`

export type RequestRow = {
  id: string
  client: string
  category: Category
  privacy_level: PrivacyLevel
  budget_cents: number
  columns: string[]
}

/** Lists the requests posted in a quarter. */
export async function listRequests(
  tx: Tx,
  market: Market,
  { startsOn, endsOn }: Quarter,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select d.id, d.client, d.category, d.privacy_level,
      ((d.budget_min_cents + d.budget_max_cents) / 2)::float8 as budget_cents,
      coalesce(app.contract_columns(t.content), '{}') as columns
    from dprs d join organizations o on o.id = d.client and ${isOf(market)}
    left join data_contracts t on t.dpr_id = d.id
    where ${isPosted} and d.created_at >= ${startOf(startsOn)} and d.created_at < ${startOf(endsOn)}
    order by d.id`.execute(tx)
  return rows
}

export type OfferRow = {
  id: string
  client: string
  vendor: string
  category: Category
  price_cents: number
  is_won: boolean
}

/** Lists the offers that clients accepted or not in a quarter; what ended by itself was not decided. */
export async function listDecided(
  tx: Tx,
  market: Market,
  { startsOn, endsOn }: Quarter,
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select f.id, f.client, f.vendor, d.category, f.price_cents::float8 as price_cents, f.status = 'accepted' as is_won
    from offers f join dprs d on d.id = f.dpr_id and ${isPosted}
    join organizations o on o.id = f.client and ${isOf(market)}
    where f.decided_at >= ${startOf(startsOn)} and f.decided_at < ${startOf(endsOn)}
      and (f.status = 'accepted' or f.rejected_as in ('declined', 'not_selected'))
    order by f.id`.execute(tx)
  return rows
}

/** Lists the first days of the quarters that have figures. */
export async function listComputed(tx: Tx, market: Market, kind: Kind): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.market_figures')
    .select(sql<string>`starts_on::text`.as('starts_on'))
    .where('market', '=', market)
    .where('kind', '=', kind)
    .execute()
  return rows.map(({ starts_on }) => starts_on)
}

export type Stored = { market: Market; kind: Kind; startsOn: string }

/** Stores figures for good. */
export async function insertFigures(
  tx: Tx,
  { market, kind, startsOn }: Stored,
  figures: object,
): Promise<void> {
  await sql`insert into app.market_figures (market, kind, starts_on, figures, computed_at)
    values (${market}, ${kind}, ${startsOn}::date, ${JSON.stringify(figures)}::jsonb, now())`.execute(
    tx,
  )
}

/** Lists the figures of the newest quarters, the newest first. */
export async function listFigures(tx: Tx, market: Market, kind: Kind, limit: number) {
  const { rows } = await sql<{ starts_on: string; figures: unknown }>`
    select starts_on::text, figures from app.market_figures
    where market = ${market} and kind = ${kind} order by starts_on desc limit ${limit}::integer`.execute(
    tx,
  )
  return rows
}

export async function deleteSampleFigures(tx: Tx): Promise<void> {
  await tx.deleteFrom('app.market_figures').where('market', '=', 'sample').execute()
}

export type OwnRow = {
  starts_on: string
  category: Category
  decided: number
  won: number
  mean_cents: bigint | null
}

/** Counts a vendor's own decided offers by quarter and category. */
export async function countOwn(tx: Tx, vendor: string, since: string): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select date_trunc('quarter', f.decided_at at time zone 'UTC')::date::text as starts_on, d.category,
      count(*)::integer as decided, (count(*) filter (where f.status = 'accepted'))::integer as won,
      round(avg(f.price_cents) filter (where f.status = 'accepted'))::bigint as mean_cents
    from offers f join dprs d on d.id = f.dpr_id and ${isPosted}
    where f.vendor = ${vendor} and f.decided_at >= ${startOf(since)}
      and (f.status = 'accepted' or f.rejected_as in ('declined', 'not_selected'))
    group by 1, 2 order by 1 desc, 2`.execute(tx)
  return rows
}
