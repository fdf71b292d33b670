/** Finds what a run need not measure again: its own model after a restart, or one that was paid for by the same measurement before. */
import { createHash } from 'node:crypto'
import type { DeclaredSchema } from '@semblance/synth'
import engine from '@semblance/synth/package.json' with { type: 'json' }
import type { Tx } from '../../../platform/database/db.ts'
import {
  findReservation,
  listDrawn,
  listSpentOnSameRows,
  type Measurement,
} from '../../sources/service.ts'
import type { UploadRow } from '../files/upload-queries.ts'
import { distinctNames } from '../originals/decrypt-originals.ts'
import { findModel, findModelOf, type ModelRow, wasRefused } from './model-queries.ts'

/** Decides what is measured, and how rows are split: with all of it equal, a measurement would be made again. */
type Recipe = {
  originals: Pick<UploadRow, 'file_name' | 'sha256'>[]
  schema: DeclaredSchema | null
  epsilon: number
}

/** Returns a hash of a recipe, engine included; null while the hash of a file is not known. */
export function recipeOf({ originals, schema, epsilon }: Recipe): string | null {
  if (originals.some(({ sha256 }) => sha256 === null)) return null
  const names = distinctNames(originals.map(({ file_name }) => file_name)) // tables go by them
  const files = originals.map(({ sha256 }, i) => [names[i], sha256])
  const text = JSON.stringify([engine.version, epsilon, files, schema], sorted)
  return createHash('sha256').update(text).digest('hex')
}

/** Writes the properties of objects in the order of their names. */
const sorted = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Describes a model to go on from. `isOwn`: this run's reservation has paid for it. */
export type KnownModel = { model: ModelRow; spendingId: string; isOwn: boolean }

/**
 * Returns the model that a delivery's run goes on from, or undefined if it has to measure. A run that is interrupted goes on
 * from its own. Requires the system role.
 */
export async function findKnownModel(
  tx: Tx,
  measurement: Measurement,
  recipe: string | null,
): Promise<KnownModel | undefined> {
  const reserved = await findReservation(tx, measurement)
  if (!reserved || recipe === null) return undefined
  const own = await findModel(tx, measurement.subject)
  if (own && own.spending_id === reserved.id)
    return own.recipe_sha256 === recipe
      ? { model: own, spendingId: reserved.id, isOwn: true }
      : undefined
  return await findEarlierModel(tx, measurement, recipe, reserved.source_id)
}

/**
 * Returns the latest model of the same measurement, of any source or of one. Of another one the account would lack what the
 * model cost. A model from which a delivery of this contract was drawn in vain is passed over: measuring again may help.
 * Requires the system role.
 */
export async function findEarlierModel(
  tx: Tx,
  measurement: Measurement,
  recipe: string | null,
  sourceId?: string,
): Promise<KnownModel | undefined> {
  if (recipe === null) return undefined
  for (const { id, source_id } of await listSpentOnSameRows(tx, measurement)) {
    if (sourceId !== undefined && source_id !== sourceId) continue
    const model = await findModelOf(tx, id, recipe)
    if (!model || (await wasRefused(tx, await listDrawn(tx, measurement.deals[0], id)))) continue
    return { model, spendingId: id, isOwn: false }
  }
  return undefined
}
