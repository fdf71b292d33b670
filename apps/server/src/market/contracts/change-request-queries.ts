import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ChangeRequestRow = Selectable<DB['change_requests']>

export async function insertChangeRequest(
  tx: Tx,
  row: Insertable<DB['change_requests']>,
): Promise<void> {
  await tx.insertInto('change_requests').values(row).execute()
}

export async function countChangeRequests(tx: Tx, contractId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('change_requests')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists change requests, newest first. */
export async function listChangeRequests(
  tx: Tx,
  contractIds: string[],
): Promise<ChangeRequestRow[]> {
  if (contractIds.length === 0) return []
  return await tx
    .selectFrom('change_requests')
    .selectAll()
    .where('contract_id', 'in', contractIds)
    .orderBy('id', 'desc')
    .execute()
}

export async function answerChangeRequests(tx: Tx, contractId: string, at: Date): Promise<void> {
  await tx
    .updateTable('change_requests')
    .set({ answered_at: at })
    .where('contract_id', '=', contractId)
    .where('answered_at', 'is', null)
    .execute()
}
