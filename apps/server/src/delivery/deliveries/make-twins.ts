/**
 * Makes the twins of a run: drawn from what it, or an earlier one, has measured and stored; else measured, stored, and drawn
 * from that.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeclaredSchema, TableReport } from '@semblance/synth'
import { system } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Platform } from '../../platform/http/context.ts'
import {
  drawInProcess,
  type MeasuredFiles,
  type Outcome,
  type RunOptions,
  synthesizeInProcess,
} from '../engine/service.ts'
import { ledgerOf, type RunLedger, recordMeasuring } from '../sources/service.ts'
import { listOriginals } from './files/upload-queries.ts'
import { measurementOf } from './measurement.ts'
import { findKnownModel, type KnownModel, recipeOf } from './models/earlier-models.ts'
import { keepMeasured, measuredFilesIn, openMeasured } from './models/models.ts'
import type { EncryptionContext } from './outcomes.ts'
import { type ClaimedDelivery, isOwnRun } from './queries.ts'

/** Holds the tables of a run, and what they have cost; undefined without a bound. */
export type MadeTwins = { tables: TableReport[]; ledger: RunLedger | undefined }

type Making = {
  dir: string
  input: { inputPaths: string[]; tempDir: string; schema?: DeclaredSchema }
  epsilon: number
  options: RunOptions
}

/** Throws what `recordMeasuring` does; then nothing was measured. */
export async function makeTwins(
  place: EncryptionContext,
  run: ClaimedDelivery,
  { dir, input, epsilon, options }: Making,
): Promise<Outcome<MadeTwins>> {
  const { platform } = place
  const outputDir = join(dir, 'twins')
  await mkdir(outputDir)
  const measured = measuredFilesIn(dir)
  const task = { ...input, outputDir, epsilon, measured }
  const { recipe, known } = await findKnown(platform, run, input.schema, epsilon)
  if (known && (await takeKnown(place, run, known, recipe, measured))) {
    const { isOwn, spendingId } = known
    const beforeMeasuring = () => beginMeasuring(platform, run, epsilon, spendingId)
    const drawn = await drawInProcess({ ...task, isOwn }, { ...options, beforeMeasuring })
    if (drawn.type !== 'done') return drawn
    if (drawn.result) return { type: 'done', result: madeOf(drawn.result) }
    platform.log.error({ deliveryId: run.id, spendingId }, 'a stored model is none to draw from')
  }
  const made = await synthesizeInProcess(task, {
    ...options,
    beforeMeasuring: () => beginMeasuring(platform, run, epsilon),
    afterMeasuring: (rho) => keepMeasured(place, run, measured, { recipe, paidBy: { rho } }),
  })
  return made.type === 'done' ? { type: 'done', result: madeOf({ tables: made.result }) } : made
}

function madeOf({
  tables,
  rhoOfReports,
}: {
  tables: TableReport[]
  rhoOfReports?: number | null
}): MadeTwins {
  const ledger = ledgerOf(tables)
  return { tables, ledger: ledger && { ...ledger, rhoOfReports: rhoOfReports ?? undefined } }
}

async function findKnown(
  { db }: Platform,
  run: ClaimedDelivery,
  schema: DeclaredSchema | undefined,
  epsilon: number,
): Promise<{ recipe: string | null; known?: KnownModel }> {
  return await db.transaction(system, async (tx) => {
    const originals = await listOriginals(tx, run.id)
    const recipe = recipeOf({ originals, schema: schema ?? null, epsilon })
    const measurement = await measurementOf(tx, run)
    return { recipe, known: await findKnownModel(tx, measurement, recipe) }
  })
}

/**
 * Opens a stored model; another delivery's becomes this one's, too, which keeps what its twin was drawn from. False for one of
 * another delivery that is lost: it is measured again.
 */
async function takeKnown(
  place: EncryptionContext,
  run: ClaimedDelivery,
  { model, spendingId, isOwn }: KnownModel,
  recipe: string | null,
  measured: MeasuredFiles,
): Promise<boolean> {
  try {
    await openMeasured(place, run.vendor, model, measured)
  } catch (error) {
    if (isOwn || classifyFault(error).kind !== 'defect') throw error
    place.platform.log.error({ err: error, deliveryId: run.id, spendingId }, 'a model is lost')
    return false
  }
  if (model.delivery_id !== run.id)
    await keepMeasured(place, run, measured, { recipe, paidBy: { spendingId } })
  return true
}

/**
 * Records that the originals are about to be counted: all of them, or for a report alone on what is drawn from a
 * measurement. Throws if the row is no longer this run's, and what `recordMeasuring` does.
 */
async function beginMeasuring(
  { db }: Platform,
  run: ClaimedDelivery,
  epsilon: number,
  drawsFrom?: string,
): Promise<void> {
  await db.transaction(system, async (tx) => {
    if (!(await isOwnRun(tx, run))) throw new Error('another run has taken this delivery over')
    await recordMeasuring(tx, { ...(await measurementOf(tx, run)), epsilon, drawsFrom })
  })
}
