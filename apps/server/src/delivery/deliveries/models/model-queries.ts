import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

/** Inserts a delivery's model. Run as the system. */
export async function insertModel(
  tx: Tx,
  row: Omit<Insertable<DB['app.delivery_models']>, 'created_at'>,
): Promise<void> {
  await tx.insertInto('app.delivery_models').values(row).execute()
}

/** Returns a delivery's model, or undefined for those of earlier releases. Run as the system. */
export async function findModel(tx: Tx, deliveryId: string) {
  return await tx
    .selectFrom('app.delivery_models')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
}

/** Returns the IDs of blobs that are models of deliveries. Run as the system. */
export async function listStoredModels(tx: Tx, blobIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.delivery_models')
    .select('storage_key as id')
    .where('storage_key', 'in', blobIds)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the content of all models. Run as the system. */
export async function listModelContent(tx: Tx) {
  const rows = await tx.selectFrom('app.delivery_models').select(['storage_key', 'bytes']).execute()
  return rows.map(({ storage_key, bytes }) => ({
    id: storage_key,
    bytes: Number(bytes),
    isSealed: true,
  }))
}
