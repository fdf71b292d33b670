/** Dates offers and the looks at them in the past, for the sample marketplace. Requires the system role. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

export async function backdateOffer(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('offers').set({ created_at: at }).where('id', '=', id).execute()
}

/** Enters looks of a client's people at the offers it received, on some days of the last two weeks. */
export async function backfillOfferViews(tx: Tx, client: string): Promise<void> {
  await sql`
    insert into offer_views (offer_id, user_id, day, vendor, revision)
    select o.id, p.user_id, d.day::date, o.vendor, 1
    from offers o join profiles p on p.organization = o.client and p.membership = 'active',
      generate_series(now() - interval '13 days', now(), interval '1 day') as d (day)
    where o.client = ${client} and o.created_at < d.day
      and (right(o.id, 1)::integer + extract(day from d.day)::integer) % 3 = 0
    on conflict do nothing`.execute(tx)
}
