import path from 'node:path'
import { exactFidelity, measureClosestRecord } from '../evaluate/fidelity.ts'
import { shareLimit } from '../evaluate/privacy-checks.ts'
import { publishReport } from '../evaluate/publish-report.ts'
import type { TableReport } from '../evaluate/report.ts'
import { HOLDOUT_ONE_IN } from '../evaluate/samples.ts'
import { defaultDelta, planBudget } from '../fit/budget.ts'
import { fitModel } from '../fit/fit-model.ts'
import type { FittedModel } from '../fit/fitted-model.ts'
import { openLedger } from '../fit/ledger.ts'
import { measureColumns } from '../fit/measure-columns.ts'
import { cryptoRandom } from '../rng/crypto-random.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { type ColumnSchema, isModeled } from '../schema/column-schema.ts'
import { SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'
import { createCoded, createCodedTwin } from './coded-tables.ts'
import { type Database, openDatabase } from './database.ts'
import { createFromCsv, loadTable } from './load-csv.ts'
import { measureInDuckdb } from './measure.ts'
import type { TableSource } from './open-sources.ts'
import { profileColumns } from './profile-columns.ts'
import { countSplit, readSamples, twinMissingShares } from './read-samples.ts'
import type { SynthesisOptions } from './synthesis-options.ts'
import type { Progress } from './track-progress.ts'
import { writeTwin } from './write-twin.ts'

const DEFAULT_EPSILON = 3
const DEFAULT_THREADS = 2
const DEFAULT_MEMORY_MB = 1024

type TableTask = SynthesisOptions & {
  source: TableSource
  outputPath: string
  workDir: string
  progress: Progress
}

/**
 * Writes the twin of one table. Method: MST (McKenna et al., 2021), grown by cliques that keep the graph
 * chordal, with closed-form inference; see the files under fit/.
 */
export async function synthesizeTable(task: TableTask): Promise<TableReport> {
  const database = await openDatabase({
    workDir: task.workDir,
    readablePaths: [task.source.path, path.resolve(task.outputPath)],
    threads: task.threads ?? DEFAULT_THREADS,
    memoryLimitMb: task.memoryLimitMb ?? DEFAULT_MEMORY_MB,
    signal: task.signal,
  })
  try {
    return await run(task, database)
  } finally {
    database.close()
  }
}

async function run(task: TableTask, { connection }: Database): Promise<TableReport> {
  const { signal, progress, outputPath } = task
  const random = task.random ?? cryptoRandom()
  const table = await loadTable(connection, task.source)
  const schemas = await profileColumns(connection, table)
  refuseUnmodeled(schemas)
  await createCoded(connection, schemas, randomSalt(random))
  throwIfAborted(signal)

  progress.enter('measuring')
  const plan = planBudget(
    task.epsilon ?? DEFAULT_EPSILON,
    task.delta ?? defaultDelta(table.rowCount),
  )
  const ledger = openLedger(plan.rho)
  const measure = measureInDuckdb(connection)
  const measuring = { measure, plan, ledger, random, onFraction: progress.advance, signal }
  const measured = await measureColumns(measuring, schemas)
  progress.enter('modeling')
  const model = await fitModel(measuring, measured)

  progress.enter('sampling')
  const rows = task.rows ?? defaultRows(model)
  await writeTwin(model, rows, outputPath, random, progress.advance, signal)

  progress.enter('evaluating')
  await readBack(connection, outputPath, schemas)
  const samples = await readSamples(connection, model)
  const fidelity = exactFidelity(samples)
  progress.advance(0.3)
  throwIfAborted(signal)
  const closest = measureClosestRecord(samples)
  progress.advance(0.8)
  const publishing = { measure, model, plan, ledger, random }
  const missingShares = await twinMissingShares(connection, [...model.missingShares.keys()])
  const twin = { rowCount: rows, missingShares }
  const published = await publishReport(publishing, samples, closest, twin)
  const { sampleSize, syntheticShare, realShare, exactSynthetic, exactReal } = closest
  return {
    name: task.source.name,
    path: outputPath,
    published,
    internal: {
      rows: await countSplit(connection),
      closestRecord: { sampleSize, syntheticShare, realShare, limit: shareLimit(sampleSize, 0) },
      exactMatches: { exactSynthetic, exactReal },
      ledger: ledger.entries,
      exactFidelity: fidelity,
      timingsMs: progress.finish(),
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    },
  }
}

function refuseUnmodeled(schemas: ColumnSchema[]): void {
  if (schemas.some(({ kind }) => isModeled(kind))) return
  throw new SynthesisError(
    'nothing_to_model',
    'Every column looks like a key, a personal identifier or free text; there is nothing to model.',
  )
}

function randomSalt(random: RandomSource): bigint {
  return (BigInt(random.nextUint32()) << 32n) | BigInt(random.nextUint32())
}

/** The noisy number of training rows scaled to the whole table, to three digits. */
function defaultRows(model: FittedModel): number {
  const whole = (model.total.count * HOLDOUT_ONE_IN) / (HOLDOUT_ONE_IN - 1)
  return Math.max(1, Number(whole.toPrecision(3)))
}

/** Evaluates what was delivered, not what was meant: the twin is read from its file. */
async function readBack(
  connection: Database['connection'],
  outputPath: string,
  schemas: ColumnSchema[],
): Promise<void> {
  const columnNames = schemas.map(({ name }) => name)
  const dialect = { delimiter: ',' as const, columnNames, skipLines: 1 as const }
  await createFromCsv(connection, 'twin', path.resolve(outputPath), dialect)
  await createCodedTwin(connection, schemas)
}
