/** Ends subscriptions from outside: those of a listing that staff took down, and those of an account that was closed. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { SubscriptionRow } from './queries.ts'

export type ClosedAs = 'taken_down' | 'client' | 'vendor'

/** Returns why a subscription ends without a step of its parties; null if it may go on. Requires the system role. */
export async function findClosing(
  tx: Tx,
  { client, vendor, listing_id }: SubscriptionRow,
): Promise<ClosedAs | null> {
  const { rows } = await sql<{ closed_as: ClosedAs | null }>`
    select case when l.status = 'taken_down' then 'taken_down'
      when c.is_terminated then 'client'
      when v.is_terminated then 'vendor' end as closed_as
    from listings l, organizations c, organizations v
    where l.id = ${listing_id} and c.id = ${client} and v.id = ${vendor}`.execute(tx)
  return rows[0]?.closed_as ?? null
}
