/** Makes twins: measured from the originals, or drawn from what was measured before. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Measured, TableReport } from '@semblance/synth'
import {
  checkModelNoise,
  evaluate,
  readModel,
  SynthesisError,
  sample,
  seededRandom,
  synthesize,
  writeModel,
} from '@semblance/synth/tasks'
import { DRAWING_LIMITS } from './drawing-limits.ts'
import type { Announce, FromChild } from './messages.ts'
import type { SampledRows } from './sampled-rows.ts'
import type { DrawnTables, MeasuredFiles, Task } from './service.ts'

type Report = (progress: FromChild) => void
type Named<Name> = Extract<Task, { name: Name }>

/** Measures, keeps what was measured in files, and goes on once that is announced. */
export async function synthesizeTables(
  task: Named<'synthesize'>,
  report: Report,
  announce: Announce,
  signal?: AbortSignal,
): Promise<TableReport[]> {
  const { name: _, measured, ...options } = task
  const { tables } = await synthesize({
    ...options,
    ...(options.database && signal && { signal }),
    beforeMeasuring: () => announce({ type: 'measuring' }),
    afterMeasuring: async (found) => {
      await keepMeasured(found, measured)
      await announce({ type: 'measured', rho: costOf(found.model) })
    },
    onProgress: ({ stage, fraction }) => report({ type: 'progress', stage, fraction }),
  })
  return tables
}

/** Returns what a model cost any unit; null without a bound. */
function costOf({ families }: Measured['model']): number | null {
  const costs = families.flatMap(({ privacy }) => privacy?.rhoSpent ?? [])
  return costs.length === families.length ? Math.max(...costs) : null
}

async function keepMeasured({ model, split }: Measured, files: MeasuredFiles): Promise<void> {
  await writeModel(model, files.modelPath)
  await writeFile(files.splitPath, JSON.stringify(split), { mode: 0o600 })
}

/** Sets the part of a run's progress that ends with its twins drawn. */
const DRAWN = 0.3

/** Draws twins from what was measured, and evaluates them. Null where it is no model to draw from. */
export async function drawTables(
  task: Named<'draw'>,
  report: Report,
  announce: Announce,
): Promise<DrawnTables | null> {
  const { name: _, measured, isOwn, rows, outputDir, ...options } = task
  const found = await readMeasured(measured, isOwn)
  if (!found) return null
  const twins = await sample({
    model: found.model,
    rows,
    outputDir,
    onProgress: ({ fraction }) =>
      report({ type: 'progress', stage: 'sampling', fraction: DRAWN * fraction }),
  })
  const { tables } = await evaluate({
    ...options,
    ...found,
    twins,
    beforeMeasuring: () => announce({ type: 'measuring' }),
    onProgress: ({ stage, fraction }) =>
      report({ type: 'progress', stage, fraction: DRAWN + (1 - DRAWN) * fraction }),
  })
  return { tables, rhoOfReports: rhoOfReports(found, tables) }
}

/** Null for what is no model, of a newer engine, or of another measurement without the noise it states. */
async function readMeasured(files: MeasuredFiles, isOwn: boolean): Promise<Measured | null> {
  const split = JSON.parse(await readFile(files.splitPath, 'utf8')) as Measured['split']
  try {
    const model = await readModel(files.modelPath)
    return isOwn || hasStatedNoise(model) ? { model, split } : null
  } catch (error) {
    if (!(error instanceof SynthesisError)) throw error
    return null
  }
}

const hasStatedNoise = (model: Measured['model']) =>
  checkModelNoise(model).every(
    ({ outcome }) => outcome === 'as_stated' || outcome === 'cannot_tell',
  )

/** Returns the most that the reports cost any unit beyond what the model did; null without a bound. */
function rhoOfReports({ model }: Measured, tables: TableReport[]): number | null {
  let largest = 0
  for (const { name, published } of tables) {
    const family = model.families.find((one) => one.tables.some((table) => table.name === name))
    const { rhoSpent } = published.privacy
    if (!family?.privacy || rhoSpent === null) return null
    largest = Math.max(largest, rhoSpent - family.privacy.rhoSpent)
  }
  return largest
}

/** Draws rows from a model alone. A reason says what is wrong with the conditions, or with the model. */
export async function sampleRows({
  modelPath,
  outputDir,
  rows,
  where,
  seed,
}: Named<'sample'>): Promise<SampledRows> {
  const model = await readModel(modelPath).catch(refusalOf)
  if (typeof model === 'string') return { type: 'unreadable', reason: model }
  const random = seededRandom(seed)
  const limits = DRAWING_LIMITS
  const tables = await sample({ model, outputDir, rows, where, limits, random }).catch(refusalOf)
  return typeof tables === 'string'
    ? { type: 'refused', reason: tables }
    : { type: 'drawn', tables }
}

function refusalOf(error: unknown): string {
  if (error instanceof SynthesisError && error.code !== 'aborted') return error.message
  throw error
}
