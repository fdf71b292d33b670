/**
 * Keeps what was measured of each delivery's originals: the model that its twin was drawn from, sealed like the delivery's
 * files and under the same key. It is never handed out; the platform alone reads it.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Database, system, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import type { Blobs } from '../../../platform/storage/blobs.ts'
import { type FilesKey, openFilesKey } from '../originals/keys.ts'
import { findModel, insertModel } from './model-queries.ts'

/** Returns where a run's engine writes its model, in the run's own directory. */
export const modelPathIn = (dir: string): string => join(dir, 'model.semblance')

/** Describes a model that is stored, before a row names it. */
export type SealedModel = { storage_key: string; bytes: bigint; sha256: string; key_id: string }

/** Seals a model into a blob. Call outside transactions, which a slow store would keep open. */
export async function sealModel(
  blobs: Blobs,
  { id: key_id, key }: FilesKey,
  path: string,
): Promise<SealedModel> {
  const id = randomUUID()
  const { bytes, sha256 } = await blobs.write({ id, key }, createReadStream(path))
  return { storage_key: id, bytes: BigInt(bytes), sha256, key_id }
}

/** Enters the model of a delivery, in the transaction that makes the delivery ready. Call as the system. */
export async function keepModel(tx: Tx, deliveryId: string, model: SealedModel): Promise<void> {
  await insertModel(tx, { delivery_id: deliveryId, ...model })
}

/** Removes a model that no row names. */
export async function discardModel(
  blobs: Blobs,
  { storage_key, bytes }: SealedModel,
): Promise<void> {
  await blobs.remove(storage_key, Number(bytes))
}

/**
 * Writes the model of a delivery in the clear to a new file at `path`, which belongs into a run's own directory. Returns
 * false for a delivery of an earlier release, which has none.
 */
export async function openModel(
  { platform, blobs }: { platform: Pick<Platform, 'secrets'> & { db: Database }; blobs: Blobs },
  deliveryId: string,
  path: string,
): Promise<boolean> {
  const found = await platform.db.transaction(system, async (tx) => {
    const model = await findModel(tx, deliveryId)
    return model && { ...model, key: await openFilesKey(tx, platform.secrets, model.key_id) }
  })
  if (!found) return false
  await pipeline(
    blobs.read({ id: found.storage_key, key: found.key }, Number(found.bytes)),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  return true
}
