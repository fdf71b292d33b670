import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type MilestoneRow = Selectable<DB['contract_milestones']>
type Content = Pick<MilestoneRow, 'title' | 'description' | 'due_on'>

export async function listMilestones(tx: Tx, contractIds: string[]): Promise<MilestoneRow[]> {
  if (contractIds.length === 0) return []
  return await tx
    .selectFrom('contract_milestones')
    .selectAll()
    .where('contract_id', 'in', contractIds)
    .orderBy('id')
    .execute()
}

export async function findMilestone(tx: Tx, id: string): Promise<MilestoneRow | null> {
  const row = await tx
    .selectFrom('contract_milestones')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Inserts a milestone. Returns null if the contract holds `limit` already; its row must be locked.
 */
export async function insertMilestone(
  tx: Tx,
  row: Insertable<DB['contract_milestones']>,
  limit: number,
): Promise<MilestoneRow | null> {
  const { count } = await tx
    .selectFrom('contract_milestones')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('contract_id', '=', row.contract_id)
    .executeTakeFirstOrThrow()
  if (count >= limit) return null
  return await tx
    .insertInto('contract_milestones')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Defines the states of a milestone in SQL: the same three that `toMilestone` returns. */
const isIn = {
  pending: sql<boolean>`started_at is null`,
  in_progress: sql<boolean>`started_at is not null and completed_at is null`,
  completed: sql<boolean>`completed_at is not null`,
}
export type MilestoneState = keyof typeof isIn

/** Updates a milestone that is in one of `from`; returns null otherwise. */
export async function updateMilestone(
  tx: Tx,
  id: string,
  from: MilestoneState[],
  change: Content | { started_at: Date } | { completed_at: Date | null },
): Promise<MilestoneRow | null> {
  const row = await tx
    .updateTable('contract_milestones')
    .set(change)
    .where('id', '=', id)
    .where((eb) => eb.or(from.map((state) => isIn[state])))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Deletes a milestone. Returns false if it has been completed or removed in the meantime. */
export async function deleteMilestone(tx: Tx, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('contract_milestones')
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}
