import type { Tx } from '../../platform/database/db.ts'

/** Dates a contract in the past, for the sample marketplace. Requires the system role. */
export async function backdateContract(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('contracts').set({ created_at: at }).where('id', '=', id).execute()
}
