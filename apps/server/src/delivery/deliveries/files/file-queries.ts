import type { Tx } from '../../../platform/database/db.ts'
import type { NewFile } from '../queries.ts'

/** Returns a file by name that the caller may see. */
export async function findFileNamed(tx: Tx, deliveryId: string, name: string) {
  const found = await tx
    .selectFrom('delivery_files')
    .select(['id', 'name', 'bytes', 'sha256'])
    .where('delivery_id', '=', deliveryId)
    .where('name', '=', name)
    .executeTakeFirst()
  return found ?? null
}

/** Lists the files of some draws that the caller may see, with their draws. */
export async function listDrawnFiles(tx: Tx, drawIds: string[]) {
  if (drawIds.length === 0) return []
  return await tx
    .selectFrom('delivery_files')
    .select(['id', 'name', 'bytes', 'sha256', 'draw_id'])
    .where('draw_id', 'in', drawIds)
    .orderBy('id')
    .execute()
}

/** Returns the IDs of blobs that are originals or files of a delivery. Call as the system. */
export async function listStored(tx: Tx, blobIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('delivery_files')
    .select('storage_key as id')
    .where('storage_key', 'in', blobIds)
    .unionAll(
      tx.selectFrom('uploads').select('id').where('id', 'in', blobIds).where('state', '=', 'open'),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the IDs of blobs that are files of a delivery. Call as the system. */
export async function listStoredFiles(tx: Tx, blobIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('delivery_files')
    .select('storage_key as id')
    .where('storage_key', 'in', blobIds)
    .execute()
  return rows.map(({ id }) => id)
}

type FileContent = { id: string; bytes: number; isSealed: boolean }

/**
 * Lists the content of all files of deliveries: blobs, and from older servers unsealed files, whose ID
 * is a path in the data directory. Call as the system.
 */
export async function listFileContent(tx: Tx): Promise<FileContent[]> {
  const rows = await tx
    .selectFrom('delivery_files')
    .select(['storage_key', 'bytes', 'key_id'])
    .execute()
  return rows.map(({ storage_key, bytes, key_id }) => ({
    id: storage_key,
    bytes: Number(bytes),
    isSealed: key_id !== null,
  }))
}

/**
 * Inserts further files of a delivery, or of a draw from what was measured for it. Returns false, and inserts none, if a file of one of the
 * names exists. Run as the system.
 */
export async function insertFiles(
  tx: Tx,
  { id: delivery_id, drawId: draw_id }: { id: string; drawId: string | null },
  files: NewFile[],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('delivery_files')
    .values(files.map((file) => ({ ...file, delivery_id, draw_id })))
    .onConflict((conflict) => conflict.columns(['delivery_id', 'name']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === BigInt(files.length)
}
