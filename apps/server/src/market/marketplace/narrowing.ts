/** The filters of the marketplace beyond search and category, as conditions on `dprs d`. */
import {
  type Category,
  type ClosingPeriod,
  closingPeriods,
  type MarketNarrowing,
  type PrivacyLevel,
  type VendorWish,
} from '@semblance/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export type Narrowing = MarketNarrowing & {
  now: Date
  /** Holds the vendor that reads; null for other readers, for which no wish holds. */
  vendor: string | null
  /** Holds the categories that the vendor works in. */
  lines: readonly Category[]
}

const DAY_MS = 86_400_000

/** Returns the conditions of the filters that are set. */
export function narrows(narrowing: Narrowing): RawBuilder<unknown>[] {
  const { budgetFromUsd, budgetToUsd, closing, privacy, column, wishes, now } = narrowing
  return [
    budgetFromUsd !== undefined && sql`d.budget_max_cents >= ${BigInt(budgetFromUsd) * 100n}`,
    budgetToUsd !== undefined && sql`d.budget_min_cents <= ${BigInt(budgetToUsd) * 100n}`,
    closing && closesWithin(now, closing),
    privacy.length > 0 && hasPrivacy(privacy),
    column !== '' &&
      sql`exists (select from data_contracts t where t.dpr_id = d.id
        and app.contract_columns(t.content) @> array[${column}]::text[])`,
    ...wishes.map((wish) => wishOf(wish, narrowing)),
  ].filter((condition) => typeof condition === 'object')
}

export const closesWithin = (now: Date, period: ClosingPeriod) =>
  sql`d.closes_at <= ${new Date(now.getTime() + closingPeriods[period] * DAY_MS)}`

export const hasPrivacy = (levels: readonly PrivacyLevel[]) =>
  sql`d.privacy_level = any (${levels}::text[])`

export function wishOf(wish: VendorWish, { vendor, lines }: Pick<Narrowing, 'vendor' | 'lines'>) {
  if (vendor === null) return sql`false`
  if (wish === 'no_offers') return sql`d.offers_count = 0`
  if (wish === 'profile') return sql`d.category = any (${lines}::text[]) and d.client <> ${vendor}`
  return sql`d.id in (select i.dpr_id from dpr_invitations i where i.vendor = ${vendor})`
}

/** Returns the categories in which a vendor has completed contracts, and its industry. */
export async function linesOf(tx: Tx, vendor: string): Promise<Category[]> {
  const { rows } = await sql<{ category: Category }>`
    select r.category from vendor_records r where r.vendor = ${vendor} and r.completed > 0
    union select o.industry from organizations o where o.id = ${vendor}`.execute(tx)
  return rows.map(({ category }) => category)
}
