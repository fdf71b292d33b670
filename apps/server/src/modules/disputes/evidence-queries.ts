import type { Attachment } from '@semblance/contract'
import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

export type EvidenceRow = Selectable<DB['dispute_files']>

export async function insertEvidence(tx: Tx, row: Insertable<DB['dispute_files']>): Promise<void> {
  await tx.insertInto('dispute_files').values(row).execute()
}

/** Under the caller's rights: the parties and staff have what was stated, and whoever put it up what was not. */
export async function findEvidence(tx: Tx, id: string): Promise<EvidenceRow | null> {
  const row = await tx
    .selectFrom('dispute_files')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Files that a person has put up and not stated. */
export async function countUnsent(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('dispute_files')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('uploaded_by', '=', userId)
    .where('statement_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Gives a person's unsent files to a statement; how many of them there were. */
export async function claimEvidence(
  tx: Tx,
  ids: string[],
  claim: { contractId: string; organization: string; statementId: string; userId: string | null },
): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('dispute_files')
    .set({ statement_id: claim.statementId })
    .where('id', 'in', ids)
    .where('statement_id', 'is', null)
    .where('contract_id', '=', claim.contractId)
    .where('organization', '=', claim.organization)
    .where('uploaded_by', 'is not distinct from', claim.userId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** By statement, in the order in which they were put up. */
export async function listEvidenceOf(
  tx: Tx,
  statementIds: string[],
): Promise<(statementId: string) => Attachment[]> {
  if (statementIds.length === 0) return () => []
  const rows = await tx
    .selectFrom('dispute_files')
    .select(['id', 'statement_id', 'file_name', 'bytes'])
    .where('statement_id', 'in', statementIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const byStatement = Map.groupBy(rows, (row) => row.statement_id)
  return (statementId) =>
    (byStatement.get(statementId) ?? []).map((row) => ({
      id: row.id,
      fileName: row.file_name,
      bytes: Number(row.bytes),
    }))
}

/** Takes hold of the unsent ones that are too old, so that nobody states them meanwhile. */
export async function lockStale(tx: Tx, createdBefore: Date) {
  return await tx
    .selectFrom('dispute_files')
    .select(['id', 'storage_key'])
    .where('statement_id', 'is', null)
    .where('created_at', '<', createdBefore)
    .orderBy('created_at')
    .limit(1000)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function deleteEvidence(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('dispute_files').where('id', 'in', ids).execute()
}
