import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/database.gen.ts'
import type { Tx } from '../../platform/db.ts'

export type UploadRow = Selectable<DB['uploads']>

export async function insertUpload(
  tx: Tx,
  row: Pick<
    Insertable<DB['uploads']>,
    'id' | 'contract_id' | 'organization' | 'file_name' | 'bytes' | 'state' | 'created_at'
  >,
): Promise<void> {
  await tx.insertInto('uploads').values(row).execute()
}

export async function findUpload(tx: Tx, id: string): Promise<UploadRow | null> {
  const found = await tx.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
  return found ?? null
}

/** False when it was submitted or removed before. */
export async function claimUpload(tx: Tx, id: string): Promise<boolean> {
  const result = await tx
    .updateTable('uploads')
    .set({ state: 'submitted' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function setUploadRemoved(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ state: 'removed', removed_at: at })
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .execute()
}

/** Uploads that nobody submitted in time, and those whose delivery is finished; locked against other workers. */
export async function listDisposableUploads(tx: Tx, createdBefore: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('uploads as u')
    .leftJoin('deliveries as d', 'd.upload_id', 'u.id')
    .select('u.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('u.state', '=', 'open'), eb('u.created_at', '<', createdBefore)]),
        eb.and([eb('u.state', '=', 'submitted'), eb('d.finished_at', 'is not', null)]),
      ]),
    )
    .forUpdate('u')
    .skipLocked()
    .execute()
  return rows.map((row) => row.id)
}
