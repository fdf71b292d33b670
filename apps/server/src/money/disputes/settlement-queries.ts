import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type SettlementRow = Selectable<DB['dispute_proposals']>
export type RulingRow = Selectable<DB['dispute_rulings']>

export async function insertSettlement(
  tx: Tx,
  row: Insertable<DB['dispute_proposals']>,
): Promise<{ id: string }> {
  return await tx
    .insertInto('dispute_proposals')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function findSettlement(tx: Tx, id: string): Promise<SettlementRow | null> {
  const row = await tx
    .selectFrom('dispute_proposals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Lists settlements, oldest first. */
export async function listSettlements(tx: Tx, disputeIds: string[]): Promise<SettlementRow[]> {
  if (disputeIds.length === 0) return []
  return await tx
    .selectFrom('dispute_proposals')
    .selectAll()
    .where('dispute_id', 'in', disputeIds)
    .orderBy('id')
    .execute()
}

export async function countSettlementsBy(
  tx: Tx,
  disputeId: string,
  organization: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom('dispute_proposals')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('dispute_id', '=', disputeId)
    .where('proposed_by', '=', organization)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Decision = Exclude<SettlementRow['status'], 'pending'>

/** Decides a pending proposal. Returns false if it was decided already. */
export async function decideSettlement(
  tx: Tx,
  id: string,
  status: Decision,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('dispute_proposals')
    .set({ status, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks all undecided proposals and rulings of an ended dispute as lapsed. */
export async function expireOtherSettlements(tx: Tx, disputeId: string, now: Date): Promise<void> {
  await tx
    .updateTable('dispute_proposals')
    .set({ status: 'lapsed', decided_at: now })
    .where('dispute_id', '=', disputeId)
    .where('status', '=', 'pending')
    .execute()
  await tx
    .updateTable('dispute_rulings')
    .set({ status: 'lapsed', decided_at: now })
    .where('dispute_id', '=', disputeId)
    .where('status', '=', 'draft')
    .execute()
}

export async function insertRuling(
  tx: Tx,
  row: Insertable<DB['dispute_rulings']>,
): Promise<{ id: string }> {
  return await tx
    .insertInto('dispute_rulings')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
}

export async function findRuling(tx: Tx, id: string): Promise<RulingRow | null> {
  const row = await tx
    .selectFrom('dispute_rulings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the draft that waits for confirmation. */
export async function findDraft(tx: Tx, disputeId: string): Promise<RulingRow | null> {
  const row = await tx
    .selectFrom('dispute_rulings')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  return row ?? null
}

/** Decides a draft ruling. Returns false if it was no longer a draft. */
export async function decideRuling(
  tx: Tx,
  id: string,
  change: { status: 'replaced' | 'final'; decided_at: Date; confirmed_by?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('dispute_rulings')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists rulings that the caller may read, oldest first: final ones for parties, all for staff. */
export async function listRulings(tx: Tx, disputeIds: string[]): Promise<RulingRow[]> {
  if (disputeIds.length === 0) return []
  return await tx
    .selectFrom('dispute_rulings')
    .selectAll()
    .where('dispute_id', 'in', disputeIds)
    .orderBy('id')
    .execute()
}
