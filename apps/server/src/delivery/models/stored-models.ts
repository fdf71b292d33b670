/**
 * Stores what was measured, as soon as it is measured: the model that twins are drawn from, sealed under a key of its own,
 * and in secret which rows were held out. It is never handed out; the platform alone reads it.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Database, system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import { newKey } from '../../platform/security/envelope-encryption.ts'
import { decryptField, encryptField } from '../../platform/security/field-encryption.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import type { MeasuredFiles } from '../engine/service.ts'
import {
  findReservation,
  findSpent,
  listSpendingIds,
  type Measurement,
  recordModel,
} from '../sources/service.ts'
import { deleteModels, findModel, listPaidModels, type ModelRow, setModel } from './queries.ts'

export type Place = {
  platform: Pick<Platform, 'secrets' | 'log'> & { db: Database }
  blobs: Blobs
  signal: AbortSignal
}

type Subject = Pick<Measurement, 'purpose' | 'subject'>

/** Returns where a run's engine writes what it measures, in the run's own directory. */
export const measuredFilesIn = (dir: string): MeasuredFiles => ({
  modelPath: join(dir, 'model.semblance'),
  splitPath: join(dir, 'split.json'),
})

type Sealed = 'sealed_key' | 'sealed_split'

const placeOf = (column: Sealed, spendingId: string) => `app.source_models.${column}:${spendingId}`

/** Names the measurement of a run; `requireOwn` throws once the run is overtaken or ended. */
export type MeasuredRun = Subject & { vendor: string; requireOwn: (tx: Tx) => Promise<void> }

/**
 * Stores what a run has measured with its cost, in one transaction: a later run goes on from it. Waits while the database is
 * away. `rho`: null for all that is reserved. Throws what `requireOwn` does.
 */
export async function keepMeasured(
  { platform: { db, secrets }, blobs, signal }: Place,
  { vendor, requireOwn, ...subject }: MeasuredRun,
  { modelPath, splitPath }: MeasuredFiles,
  { recipe, rho }: { recipe: string | null; rho: number | null },
): Promise<void> {
  const blob = { id: randomUUID(), key: newKey() }
  const { bytes, sha256 } = await blobs.write(blob, createReadStream(modelPath))
  const split = await readFile(splitPath, 'utf8')
  const keep = async (tx: Tx) => {
    await requireOwn(tx)
    const spending_id = await recordModel(tx, subject, rho)
    const seal = (column: Sealed, plain: string) =>
      encryptField(tx, secrets, vendor, placeOf(column, spending_id), plain)
    await setModel(tx, {
      ...{ spending_id, vendor, recipe_sha256: recipe },
      ...{ storage_key: blob.id, bytes: BigInt(bytes), sha256 },
      sealed_key: await seal('sealed_key', blob.key.toString('base64url')),
      sealed_split: await seal('sealed_split', split),
    })
  }
  await untilAnswered(() => db.transaction(system, keep), signal)
}

/** Describes a model that arrived in a sealed blob. */
export type ReceivedModel = { blob: { id: string; key: Buffer }; bytes: bigint; sha256: string }

/**
 * Enters a model that its vendor has measured and sent, in place of an earlier one: all that was reserved counts as
 * its cost. No recipe is known, so that nothing but its own measurement's rows is drawn from it, and how the rows were
 * split stays with the vendor. Requires the system role.
 */
export async function keepReceivedModel(
  tx: Tx,
  secrets: Platform['secrets'],
  { vendor, ...subject }: Subject & { vendor: string },
  { blob, bytes, sha256 }: ReceivedModel,
): Promise<void> {
  const spending_id = await recordModel(tx, subject, null)
  const seal = (column: Sealed, plain: string) =>
    encryptField(tx, secrets, vendor, placeOf(column, spending_id), plain)
  await setModel(tx, {
    ...{ spending_id, vendor, recipe_sha256: null, storage_key: blob.id, bytes, sha256 },
    sealed_key: await seal('sealed_key', blob.key.toString('base64url')),
    sealed_split: await seal('sealed_split', 'null'),
  })
}

/** Writes the model of a subject's open measurement to a new file. Returns false where none is stored. */
export async function openReservedModel(
  place: Pick<Place, 'platform' | 'blobs'>,
  subject: Subject,
  path: string,
): Promise<boolean> {
  const model = await place.platform.db.transaction(system, async (tx) => {
    const reserved = await findReservation(tx, subject)
    return reserved && (await findModel(tx, reserved.id))
  })
  if (model) await openModel(place, model, path)
  return model !== undefined
}

/** Describes a model to go on from. `isOwn`: the run's own reservation has paid for it. */
export type KnownModel = { model: ModelRow; isOwn: boolean }

/** Returns true for a measurement from whose model a run must not draw. */
export type PassOver = (tx: Tx, spendingId: string) => Promise<boolean>

/**
 * Returns the model that a run goes on from, or undefined if it has to measure: its own if it was interrupted, else one that
 * the same source has paid for, as the account of another would lack what the model cost. Requires the system role.
 */
export async function findKnownModel(
  tx: Tx,
  { vendor, ...subject }: Subject & { vendor: string },
  recipe: string | null,
  passOver?: PassOver,
): Promise<KnownModel | undefined> {
  const reserved = await findReservation(tx, subject)
  if (!reserved) return undefined
  const own = await findModel(tx, reserved.id)
  // One of another recipe is of another engine, or of terms that have changed since.
  if (own)
    return recipe !== null && own.recipe_sha256 === recipe ? { model: own, isOwn: true } : undefined
  // A run that has begun to count is paid for in full, and measures again.
  if (reserved.measured_at !== null && reserved.drawn_from === null) return undefined
  const sourceId = reserved.source_id
  const model = await findPaidModel(tx, { vendor, recipe, sourceId, passOver })
  return model && { model, isOwn: false }
}

/** Returns a vendor's latest model of a recipe that is paid for, from any source or from one. Requires the system role. */
export async function findPaidModel(
  tx: Tx,
  {
    vendor,
    recipe,
    sourceId,
    passOver = async () => false,
  }: { vendor: string; recipe: string | null; sourceId?: string; passOver?: PassOver },
): Promise<ModelRow | undefined> {
  if (recipe === null) return undefined
  for (const { source_id, ...model } of await listPaidModels(tx, { vendor, recipe_sha256: recipe }))
    if (sourceId === undefined || source_id === sourceId)
      if (!(await passOver(tx, model.spending_id))) return model
  return undefined
}

/** Writes what was measured in the clear to a run's new files, as `keepMeasured` has stored it. */
export async function openMeasured(
  place: Pick<Place, 'platform' | 'blobs'>,
  model: ModelRow,
  { modelPath, splitPath }: MeasuredFiles,
): Promise<void> {
  const { platform } = place
  const split = await platform.db.transaction(system, (tx) =>
    unseal(tx, platform, model, 'sealed_split'),
  )
  await openModel(place, model, modelPath)
  await writeFile(splitPath, split, { mode: 0o600 })
}

/** Writes a model in the clear to a new file, which belongs into a run's own directory. */
async function openModel(
  { platform, blobs }: Pick<Place, 'platform' | 'blobs'>,
  model: ModelRow,
  path: string,
): Promise<void> {
  const text = await platform.db.transaction(system, (tx) =>
    unseal(tx, platform, model, 'sealed_key'),
  )
  const blob = { id: model.storage_key, key: Buffer.from(text, 'base64url') }
  await pipeline(
    blobs.read(blob, Number(model.bytes)),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
}

const unseal = (
  tx: Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  { vendor, spending_id, ...sealed }: ModelRow,
  column: Sealed,
) => decryptField(tx, secrets, vendor, placeOf(column, spending_id), sealed[column])

/** Returns the model that a subject's rows were drawn from, or undefined. Requires the system role. */
export async function findModelOf(tx: Tx, subject: Subject): Promise<ModelRow | undefined> {
  const spent = await findSpent(tx, subject)
  return spent && (await findModel(tx, spent.drawn_from ?? spent.id))
}

/** Writes the model that a subject's rows were drawn from to a new file. Returns false where none is stored. */
export async function openModelOf(
  place: Pick<Place, 'platform' | 'blobs'>,
  subject: Subject,
  path: string,
): Promise<boolean> {
  const model = await place.platform.db.transaction(system, (tx) => findModelOf(tx, subject))
  if (model) await openModel(place, model, path)
  return model !== undefined
}

/** Forgets what a subject's own runs have measured and no other was drawn from, so that nothing will be. Requires the system role. */
export async function forgetModels(tx: Tx, subject: Subject): Promise<void> {
  await deleteModels(tx, await listSpendingIds(tx, subject))
}
