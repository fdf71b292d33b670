import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ClaimRow = Selectable<DB['dispute_claims']>
export type FindingRow = Selectable<DB['dispute_findings']>

export async function insertClaims(
  tx: Tx,
  rows: Insertable<DB['dispute_claims']>[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto('dispute_claims').values(rows).execute()
}

/** Lists claims that the caller may read, oldest first. */
export async function listClaims(tx: Tx, disputeIds: string[]): Promise<ClaimRow[]> {
  if (disputeIds.length === 0) return []
  return await tx
    .selectFrom('dispute_claims')
    .selectAll()
    .where('dispute_id', 'in', disputeIds)
    .orderBy('id')
    .execute()
}

/** Lists findings that the caller may read, newest first. */
export async function listFindings(tx: Tx, disputeIds: string[]): Promise<FindingRow[]> {
  if (disputeIds.length === 0) return []
  return await tx
    .selectFrom('dispute_findings')
    .selectAll()
    .where('dispute_id', 'in', disputeIds)
    .orderBy('last_claim_id', 'desc')
    .execute()
}

/** Returns a finding that the caller may read; undefined without one. */
export async function findFinding(tx: Tx, id: string): Promise<FindingRow | undefined> {
  return await tx.selectFrom('dispute_findings').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Inserts a finding. Returns false if there is one about the same claims. */
export async function insertFinding(
  tx: Tx,
  row: Insertable<DB['dispute_findings']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('dispute_findings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['dispute_id', 'last_claim_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
