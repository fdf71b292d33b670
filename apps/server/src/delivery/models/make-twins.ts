/**
 * Makes the twins of a run: drawn from what it, or an earlier one, has measured and stored; else measured, stored, and drawn
 * from that.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TableReport } from '@semblance/synth'
import { system, type Tx } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import {
  drawInProcess,
  type Input,
  type MeasuredFiles,
  type Outcome,
  type RunOptions,
  synthesizeInProcess,
} from '../engine/service.ts'
import { ledgerOf, type Measurement, type RunLedger, recordMeasuring } from '../sources/service.ts'
import { recipeOf } from './recipe.ts'
import {
  findKnownModel,
  type KnownModel,
  keepMeasured,
  type MeasuredRun,
  measuredFilesIn,
  openMeasured,
  type PassOver,
  type Place,
} from './stored-models.ts'

/** Holds the tables of a run, and what they have cost; undefined without a bound. */
export type MadeTwins = { tables: TableReport[]; ledger: RunLedger | undefined }

type Making = {
  run: MeasuredRun
  /** Describes the measurement as it is when it begins. */
  findMeasurement: (tx: Tx) => Promise<Measurement>
  passOver?: PassOver
  /** Lists the files of `inputPaths`, in their order. */
  files: { name: string; sha256: string | null }[]
  dir: string
  input: Input
  epsilon: number
  rows?: number
  options: RunOptions
}

/** Throws what `recordMeasuring` and the run's `requireOwn` do; then nothing more was measured. */
export async function makeTwins(place: Place, making: Making): Promise<Outcome<MadeTwins>> {
  const { platform } = place
  const { run, passOver, files, dir, input, epsilon, rows, options } = making
  const outputDir = join(dir, 'twins')
  await mkdir(outputDir)
  const measured = measuredFilesIn(dir)
  const task = { ...input, outputDir, epsilon, rows, measured }
  const recipe = recipeOf({ files, schema: input.schema, epsilon })
  const known = await platform.db.transaction(system, (tx) =>
    findKnownModel(tx, run, recipe, passOver),
  )
  if (known && (await opens(place, known, measured))) {
    const { isOwn, model } = known
    const beforeMeasuring = () => beginMeasuring(place, making, model.spending_id)
    const drawn = await drawInProcess({ ...task, isOwn }, { ...options, beforeMeasuring })
    if (drawn.type !== 'done') return drawn
    if (drawn.result) return { type: 'done', result: madeOf(drawn.result) }
    platform.log.error({ model: model.spending_id }, 'a stored model is none to draw from')
  }
  const made = await synthesizeInProcess(task, {
    ...options,
    beforeMeasuring: () => beginMeasuring(place, making),
    afterMeasuring: (rho) => keepMeasured(place, run, measured, { recipe, rho }),
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

/** Opens a stored model. False for one that is lost: the data is measured again. */
async function opens(
  place: Place,
  { model }: KnownModel,
  measured: MeasuredFiles,
): Promise<boolean> {
  try {
    await openMeasured(place, model, measured)
    return true
  } catch (error) {
    if (classifyFault(error).kind !== 'defect') throw error
    place.platform.log.error({ err: error, model: model.spending_id }, 'a stored model is lost')
    return false
  }
}

/** Records that the originals are about to be counted: for all, or for the report on what is drawn from a measurement. */
async function beginMeasuring(
  { platform: { db } }: Place,
  { run, findMeasurement, epsilon }: Making,
  drawsFrom?: string,
): Promise<void> {
  await db.transaction(system, async (tx) => {
    await run.requireOwn(tx)
    await recordMeasuring(tx, { ...(await findMeasurement(tx)), epsilon, drawsFrom })
  })
}
