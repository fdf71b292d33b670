/** Updates the time until which a request takes offers, and ends requests without a contract. */
import type { Tx } from '../../platform/database/db.ts'
import { acceptsOffersSql, isAgreed } from './queries.ts'

/** Moves the closing date of a client's live request; nothing when it is not live, or not the client's. */
export async function updateClosing(
  tx: Tx,
  { id, client, closesAt }: { id: string; client: string; closesAt: Date },
) {
  return await tx
    .updateTable('dprs as d')
    .set({ closes_at: closesAt })
    .where('d.id', '=', id)
    .where('d.client', '=', client)
    .where(acceptsOffersSql)
    .returning(['d.id', 'd.closes_at'])
    .executeTakeFirst()
}

/** Ends a live request; nothing when it is not live. An expiring one must be past its closing date. */
export async function claimEnd(tx: Tx, id: string, as: 'cancelled' | 'expired', now: Date) {
  return await tx
    .updateTable('dprs as d')
    .set({ status: as, closed_at: now })
    .where('d.id', '=', id)
    .where(acceptsOffersSql)
    .$if(as === 'expired', (query) => query.where('d.closes_at', '<=', now))
    .returning(['d.id', 'd.client', 'd.title'])
    .executeTakeFirst()
}

export async function hasAcceptedOffer(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('offers')
    .select('id')
    .where('dpr_id', '=', id)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  return row !== undefined
}

/** Moves the closing date of the samples' requests that would close before `until`. */
export async function moveSampleClosings(
  tx: Tx,
  { until, closesAt }: { until: Date; closesAt: Date },
): Promise<void> {
  await tx
    .updateTable('dprs as d')
    .set({ closes_at: closesAt })
    .where(acceptsOffersSql)
    .where('d.closes_at', '<', until)
    .where('d.client', 'in', (eb) =>
      eb.selectFrom('organizations').select('id').where('is_sample', '=', true),
    )
    .execute()
}

/** Requests past their closing date that no accepted offer keeps. */
export async function listOverdueDprs(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('dprs as d')
    .select('d.id')
    .where(acceptsOffersSql)
    .where('d.closes_at', '<=', now)
    .where((eb) => eb.not(isAgreed(eb)))
    .orderBy('d.closes_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
