/**
 * Models of deliveries that earlier releases made, and of the sample marketplace: sealed under the key of the delivery's
 * files, without which rows were held out. All others belong to what was measured (`delivery/models`).
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Database, system, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import type { Blobs } from '../../../platform/storage/blobs.ts'
import { findModelOf, openModelOf } from '../../models/service.ts'
import { findGuaranteeOfModel } from '../../sources/service.ts'
import { subjectOf } from '../measurement.ts'
import { type FilesKey, openFilesKey } from '../originals/keys.ts'
import { findModel, insertModel } from './model-queries.ts'

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

/** Enters the model of a delivery of the past. Call as the system. */
export async function keepModel(tx: Tx, deliveryId: string, model: SealedModel): Promise<void> {
  await insertModel(tx, { delivery_id: deliveryId, ...model })
}

/** Returns true if there is a model of what a delivery's rows were drawn from. Call as the system. */
export const hasModel = async (tx: Tx, deliveryId: string): Promise<boolean> =>
  ((await findModelOf(tx, subjectOf(deliveryId))) ?? (await findModel(tx, deliveryId))) !==
  undefined

/**
 * Returns the hash of a delivery's model, and what its measurement may disclose about one row: null for models of earlier
 * releases, whose cost is not on record. Null without a model. Call as the system.
 */
export async function findModelFacts(
  tx: Tx,
  deliveryId: string,
): Promise<{ sha256: string; guarantee: { epsilon: number; delta: number } | null } | null> {
  const measured = await findModelOf(tx, subjectOf(deliveryId))
  if (!measured) {
    const kept = await findModel(tx, deliveryId)
    return kept ? { sha256: kept.sha256, guarantee: null } : null
  }
  const { sha256, spending_id: id, vendor } = measured
  return { sha256, guarantee: await findGuaranteeOfModel(tx, { id, vendor }) }
}

/**
 * Writes the model of a delivery in the clear to a new file at `path`, which belongs into a run's own directory. Returns
 * false for one that has none.
 */
export async function openModel(
  place: { platform: Pick<Platform, 'secrets' | 'log'> & { db: Database }; blobs: Blobs },
  deliveryId: string,
  path: string,
): Promise<boolean> {
  if (await openModelOf(place, subjectOf(deliveryId), path)) return true
  const { platform, blobs } = place
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
