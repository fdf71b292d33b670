/**
 * Keeps what was measured of each delivery's originals: the model that its twin was drawn from, sealed like the delivery's
 * files and under the same key. It is stored as soon as it is measured, and never handed out; the platform alone reads it.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Database, system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { decryptField, encryptField } from '../../../platform/security/field-encryption.ts'
import type { Blobs } from '../../../platform/storage/blobs.ts'
import type { MeasuredFiles } from '../../engine/service.ts'
import { recordModel } from '../../sources/service.ts'
import { subjectOf } from '../measurement.ts'
import { type FilesKey, filesKey, openFilesKey } from '../originals/keys.ts'
import { type EncryptionContext, writeEnd } from '../outcomes.ts'
import { type ClaimedDelivery, isOwnRun } from '../queries.ts'
import { findModel, type ModelRow, setModel } from './model-queries.ts'

/** Returns where a run's engine writes what it measures, in the run's own directory. */
export const measuredFilesIn = (dir: string): MeasuredFiles => ({
  modelPath: join(dir, 'model.semblance'),
  splitPath: join(dir, 'split.json'),
})

/** Describes a model that is stored, before a row names it. */
export type SealedModel = Pick<ModelRow, 'storage_key' | 'bytes' | 'sha256' | 'key_id'>

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

/** Says how a model was measured. `paidBy`: what it cost this run, or the measurement that has paid for it before. */
export type Kept = {
  recipe: string | null
  paidBy: { rho: number | null } | { spendingId: string }
}

/**
 * Stores what a run has measured, or draws from, with what it cost, in one transaction: a later run goes on from it. Waits
 * while the database is away. Throws if the delivery is no longer this run's.
 */
export async function keepMeasured(
  place: EncryptionContext,
  run: ClaimedDelivery,
  { modelPath, splitPath }: MeasuredFiles,
  { recipe, paidBy }: Kept,
): Promise<void> {
  const { secrets } = place.platform
  const key = await writeEnd(place, (tx) => filesKey(tx, secrets, run.id))
  const sealed = await sealModel(place.blobs, key, modelPath)
  const split = await readFile(splitPath, 'utf8')
  await writeEnd(place, async (tx) => {
    if (!(await isOwnRun(tx, run))) throw new Error('another run has taken this delivery over')
    const spending_id =
      'rho' in paidBy ? await recordModel(tx, subjectOf(run.id), paidBy.rho) : paidBy.spendingId
    const sealed_split = await encryptField(tx, secrets, run.vendor, placeOf(run.id), split)
    const measured = { spending_id, recipe_sha256: recipe, sealed_split }
    await setModel(tx, { delivery_id: run.id, ...sealed, ...measured })
  })
}

const placeOf = (deliveryId: string) => `app.delivery_models.sealed_split:${deliveryId}`

type Opening = { platform: Pick<Platform, 'secrets'> & { db: Database }; blobs: Blobs }

/**
 * Writes the model of a delivery in the clear to a new file at `path`, which belongs into a run's own directory. Returns
 * false for a delivery of an earlier release, which has none.
 */
export async function openModel(
  { platform, blobs }: Opening,
  deliveryId: string,
  path: string,
): Promise<boolean> {
  const found = await platform.db.transaction(system, async (tx) => {
    const model = await findModel(tx, deliveryId)
    return model && { model, key: await openFilesKey(tx, platform.secrets, model.key_id) }
  })
  if (!found) return false
  await writeClear(blobs, found.model, found.key, path)
  return true
}

/** Writes what was measured in the clear to a run's files, as `keepMeasured` has stored it. */
export async function openMeasured(
  { platform: { db, secrets }, blobs }: Opening,
  vendor: string,
  model: ModelRow,
  { modelPath, splitPath }: MeasuredFiles,
): Promise<void> {
  const { sealed_split, delivery_id, key_id } = model
  if (sealed_split === null) throw new Error(`The model of ${delivery_id} has no split.`)
  const { key, split } = await db.transaction(system, async (tx) => ({
    key: await openFilesKey(tx, secrets, key_id),
    split: await decryptField(tx, secrets, vendor, placeOf(delivery_id), sealed_split),
  }))
  await writeClear(blobs, model, key, modelPath)
  await writeFile(splitPath, split, { mode: 0o600 })
}

async function writeClear(
  blobs: Blobs,
  { storage_key, bytes }: Pick<ModelRow, 'storage_key' | 'bytes'>,
  key: Buffer,
  path: string,
): Promise<void> {
  await pipeline(
    blobs.read({ id: storage_key, key }, Number(bytes)),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
}
