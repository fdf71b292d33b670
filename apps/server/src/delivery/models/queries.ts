import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ModelRow = Selectable<DB['app.source_models']>

/** Sets the model of a measurement; one from a try whose answer was lost is forgotten. Run as the system. */
export async function setModel(
  tx: Tx,
  row: Omit<Insertable<DB['app.source_models']>, 'created_at'>,
): Promise<void> {
  await tx.deleteFrom('app.source_models').where('spending_id', '=', row.spending_id).execute()
  await tx.insertInto('app.source_models').values(row).execute()
}

export async function findModel(tx: Tx, spendingId: string): Promise<ModelRow | undefined> {
  return await tx
    .selectFrom('app.source_models')
    .selectAll()
    .where('spending_id', '=', spendingId)
    .executeTakeFirst()
}

/** Lists a vendor's models of one recipe whose measurements are spent, the latest first, with their sources. */
export async function listPaidModels(
  tx: Tx,
  { vendor, recipe_sha256 }: { vendor: string; recipe_sha256: string },
): Promise<(ModelRow & { source_id: string })[]> {
  return await tx
    .selectFrom('app.source_models as m')
    .innerJoin('source_spendings as s', 's.id', 'm.spending_id')
    .selectAll('m')
    .select('s.source_id')
    .where('m.vendor', '=', vendor)
    .where('m.recipe_sha256', '=', recipe_sha256)
    .where('s.state', '=', 'spent')
    .orderBy('m.created_at', 'desc')
    .execute()
}

/** Returns the IDs of blobs that are models. Run as the system. */
export async function listStoredModels(tx: Tx, blobIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.source_models')
    .select('storage_key as id')
    .where('storage_key', 'in', blobIds)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the content of all models. Run as the system. */
export async function listModelContent(tx: Tx) {
  const rows = await tx.selectFrom('app.source_models').select(['storage_key', 'bytes']).execute()
  return rows.map(({ storage_key, bytes }) => ({
    id: storage_key,
    bytes: Number(bytes),
    isSealed: true,
  }))
}

/** Forgets the models of some measurements that no delivery states to be drawn from; their blobs are swept then. Run as the system. */
export async function deleteModels(tx: Tx, spendingIds: string[]): Promise<void> {
  if (spendingIds.length === 0) return
  await tx
    .deleteFrom('app.source_models as m')
    .where('m.spending_id', 'in', spendingIds)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('source_spendings as s')
            .select('s.id')
            .whereRef('s.drawn_from', '=', 'm.spending_id')
            .where('s.state', '=', 'spent'),
        ),
      ),
    )
    .execute()
}
