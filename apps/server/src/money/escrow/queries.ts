import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type TrancheRow = Selectable<DB['tranches']>
export type RefundRow = Selectable<DB['refunds']>

/**
 * Locks the tranches until the transaction ends, in order of release, so that a returned payment
 * and a lower price, which take from the end, reach the upfront share last.
 */
export async function lockTranches(tx: Tx, contractId: string): Promise<TrancheRow[]> {
  return await tx
    .selectFrom('tranches')
    .selectAll()
    .where('contract_id', '=', contractId)
    .orderBy(sql`trigger = 'on_acceptance'`)
    .orderBy('number')
    .forNoKeyUpdate()
    .execute()
}

export async function insertTranches(tx: Tx, rows: Insertable<DB['tranches']>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('tranches').values(rows).execute()
}

export async function updateTranche(
  tx: Tx,
  { contract_id, number }: Pick<TrancheRow, 'contract_id' | 'number'>,
  change: Updateable<DB['tranches']>,
): Promise<void> {
  await tx
    .updateTable('tranches')
    .set(change)
    .where('contract_id', '=', contract_id)
    .where('number', '=', number)
    .execute()
}

export async function deleteTranches(tx: Tx, contractId: string, numbers: number[]): Promise<void> {
  if (numbers.length === 0) return
  await tx
    .deleteFrom('tranches')
    .where('contract_id', '=', contractId)
    .where('number', 'in', numbers)
    .execute()
}

export async function findStructure(tx: Tx, offerId: string) {
  const { payment_structure } = await tx
    .selectFrom('offers')
    .select('payment_structure')
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
  return payment_structure
}

/** Lists contracts with an upfront share whose return period has ended. */
export async function listDueUpfront(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('tranches as t')
    .innerJoin('contracts as k', 'k.id', 't.contract_id')
    .select('t.contract_id')
    .where('t.state', '=', 'held')
    .where('t.release_at', '<=', now)
    .where('k.status', 'in', ['in_progress', 'synthetic_processing', 'pending_review'])
    .orderBy('t.release_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.contract_id)
}

/** Lists contracts whose review ends by `until`, soonest first. */
export async function listReviewsEnding(tx: Tx, until: Date, limit: number) {
  return await tx
    .selectFrom('contracts')
    .select(['id', 'client', 'vendor', 'title', 'dpr_id', 'reminded_days'])
    .select(sql<Date>`review_ends_at`.as('review_ends_at'))
    .where('review_ends_at', '<=', until)
    .where('status', '=', 'pending_review')
    .orderBy('review_ends_at')
    .limit(limit)
    .execute()
}

/** Returns true if a part of the price is not paid in yet. */
export async function hasOpenAmount(tx: Tx, contractId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tranches')
    .select('number')
    .where('contract_id', '=', contractId)
    .where('state', 'in', ['unfunded', 'pending'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the refundable cents of each settled payment, newest first. */
export async function listRefundable(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('payments as p')
    .select(['p.id', 'p.client'])
    .select(
      sql<bigint>`(p.amount_cents - coalesce((select sum(r.amount_cents) from refunds r
        where r.payment_id = p.id), 0))::bigint`.as('left_cents'),
    )
    .where('p.contract_id', '=', contractId)
    .where('p.state', '=', 'settled')
    .orderBy('p.id', 'desc')
    .execute()
}

export async function insertRefund(tx: Tx, row: Insertable<DB['refunds']>): Promise<string> {
  const { id } = await tx
    .insertInto('refunds')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a refund that is in `from`; returns null otherwise. */
export async function claimRefund(
  tx: Tx,
  { id, attempt, from }: { id: string; attempt: number; from: RefundRow['state'] },
  change: Updateable<DB['refunds']>,
): Promise<RefundRow | null> {
  const row = await tx
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
