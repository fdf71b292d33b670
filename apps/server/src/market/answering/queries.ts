import type { Side } from '@semblance/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type RulesRow = Selectable<DB['app.answer_rules']>

type Key = { dprId: string; organization: string }

export async function findRules(tx: Tx, { dprId, organization }: Key) {
  return await tx
    .selectFrom('app.answer_rules')
    .selectAll()
    .where('dpr_id', '=', dprId)
    .where('organization', '=', organization)
    .executeTakeFirst()
}

/** Keeps rules from being changed or stopped until the transaction ends. */
export async function lockRules(tx: Tx, { dprId, organization }: Key) {
  return await tx
    .selectFrom('app.answer_rules')
    .selectAll()
    .where('dpr_id', '=', dprId)
    .where('organization', '=', organization)
    .where('stopped_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveRules(tx: Tx, row: Insertable<DB['app.answer_rules']>): Promise<void> {
  const { dpr_id: _dpr, organization: _organization, ...update } = row
  await tx
    .insertInto('app.answer_rules')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['dpr_id', 'organization']).doUpdateSet({ ...update, stopped_at: null }),
    )
    .execute()
}

export async function stopRules(tx: Tx, { dprId, organization }: Key, now: Date): Promise<void> {
  await tx
    .updateTable('app.answer_rules')
    .set({ stopped_at: now })
    .where('dpr_id', '=', dprId)
    .where('organization', '=', organization)
    .where('stopped_at', 'is', null)
    .execute()
}

export async function findRequest(tx: Tx, dprId: string) {
  return await tx
    .selectFrom('dprs')
    .select([
      'id',
      'client',
      'status',
      'listing_id',
      'budget_min_cents',
      'budget_max_cents',
      'timeline_days as asked_timeline_days',
      'delivery_format as asked_format',
      'sample_records as asked_sample_records',
      'min_accuracy_percent as asked_accuracy_percent',
      'privacy_level as asked_privacy_level',
      'more_rows as asked_more_rows',
      'license as asked_license',
    ])
    .where('id', '=', dprId)
    .executeTakeFirst()
}

/** Returns the vendor's live offer on a request. */
export async function findLiveOffer(tx: Tx, dprId: string, vendor: string) {
  return await tx
    .selectFrom('offers')
    .selectAll()
    .where('dpr_id', '=', dprId)
    .where('vendor', '=', vendor)
    .where('status', '<>', 'rejected')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns who deals about an offer, and the request that it answers. */
export async function findDeal(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offers')
    .select(['dpr_id', 'client', 'vendor'])
    .where('id', '=', offerId)
    .executeTakeFirst()
}

/** Lists the offers on a request that can still be negotiated, the oldest first. */
export async function listPendingOffers(tx: Tx, dprId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('offers')
    .select('id')
    .where('dpr_id', '=', dprId)
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts what was answered automatically for an organization on a request. */
export async function countAnswers(
  tx: Tx,
  dprId: string,
  organization: string,
  side: Side,
): Promise<number> {
  const { count } = await tx
    .selectFrom('proposals as p')
    .innerJoin('offers as o', 'o.id', 'p.offer_id')
    .select(
      sql<number>`count(*) filter (where p.proposed_by = ${organization} and p.automatic)::integer
        + count(*) filter (where p.proposed_by <> ${organization} and p.decided_automatically and p.status = 'approved')::integer`.as(
        'count',
      ),
    )
    .where('o.dpr_id', '=', dprId)
    .where(side === 'client' ? 'o.client' : 'o.vendor', '=', organization)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the name of the member who stated rules; `isBarred` once staff has deactivated the account. */
export async function findMember(tx: Tx, userId: string, now: Date) {
  return await tx
    .selectFrom('profiles as p')
    .innerJoin('auth.users as u', 'u.id', 'p.user_id')
    .select([
      sql<string>`trim(p.first_name || ' ' || p.last_name)`.as('name'),
      sql<boolean>`coalesce(u.banned_until > ${now}, false)`.as('isBarred'),
    ])
    .where('p.user_id', '=', userId)
    .executeTakeFirst()
}
