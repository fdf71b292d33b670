import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'

export type ModelRow = Selectable<DB['app.delivery_models']>

/** Sets a delivery's model; an earlier one of its runs is forgotten. Run as the system. */
export async function setModel(
  tx: Tx,
  row: Omit<Insertable<DB['app.delivery_models']>, 'created_at'>,
): Promise<void> {
  await deleteModel(tx, row.delivery_id)
  await tx.insertInto('app.delivery_models').values(row).execute()
}

/** Forgets a delivery's model, whose blob is swept then. Run as the system. */
export async function deleteModel(tx: Tx, deliveryId: string): Promise<void> {
  await tx.deleteFrom('app.delivery_models').where('delivery_id', '=', deliveryId).execute()
}

/** Returns a delivery's model, or undefined for those of earlier releases. Run as the system. */
export async function findModel(tx: Tx, deliveryId: string): Promise<ModelRow | undefined> {
  return await tx
    .selectFrom('app.delivery_models')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
}

/** Returns a copy of the model that a measurement paid for, made by this recipe. Run as the system. */
export async function findModelOf(
  tx: Tx,
  spendingId: string,
  recipe: string,
): Promise<ModelRow | undefined> {
  return await tx
    .selectFrom('app.delivery_models')
    .selectAll()
    .where('spending_id', '=', spendingId)
    .where('recipe_sha256', '=', recipe)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** Returns true if one of these deliveries was refused. Run as the system. */
export async function wasRefused(tx: Tx, deliveryIds: string[]): Promise<boolean> {
  if (deliveryIds.length === 0) return false
  const found = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('id', 'in', deliveryIds)
    .where('status', '=', 'refused')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
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
