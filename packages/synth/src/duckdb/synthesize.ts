import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { exactFidelity, measureClosestRecord } from '../evaluate/fidelity.ts'
import { shareLimit } from '../evaluate/privacy-checks.ts'
import { publishReport } from '../evaluate/publish-report.ts'
import type { SynthesisReport, SynthesisStage } from '../evaluate/report.ts'
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
import { openTextFile } from './check-bytes.ts'
import { createCoded, createCodedTwin } from './coded-tables.ts'
import { type Database, openDatabase } from './database.ts'
import { createFromCsv, loadTable } from './load-csv.ts'
import { measureInDuckdb } from './measure.ts'
import { profileColumns } from './profile-columns.ts'
import { countSplit, readSamples, twinMissingShares } from './read-samples.ts'
import { startProgress } from './track-progress.ts'
import { writeTwin } from './write-twin.ts'

export type SynthesisOptions = {
  inputPath: string
  /** Written as UTF-8 CSV with a header; the original's column names and order. */
  outputPath: string
  /** An existing directory; a subdirectory of it holds the work and is removed at the end. */
  tempDir: string
  /** Rows to write; by default the original's noisy row count, rounded to three digits. */
  rows?: number
  /** Default 3. */
  epsilon?: number
  /** Default min(1e-6, 1 / (10 n)), n rounded up to a power of two. */
  delta?: number
  /** DuckDB threads, default 2. */
  threads?: number
  /** DuckDB memory before it spills to `tempDir`, default 1024. */
  memoryLimitMb?: number
  /** `fraction` runs from 0 to 1 over all stages and never falls. */
  onProgress?: (progress: { stage: SynthesisStage; fraction: number }) => void
  signal?: AbortSignal
  /** Tests only; the default is the system's cryptographic generator. */
  random?: RandomSource
}

const DEFAULT_EPSILON = 3
const DEFAULT_THREADS = 2
const DEFAULT_MEMORY_MB = 1024

/**
 * Writes a differentially private twin of a CSV file and reports on it. Throws SynthesisError when
 * the file or the options are refused or `signal` aborts. Method: MST (McKenna et al., 2021), grown by
 * cliques that keep the graph chordal, with closed-form inference; see the files under fit/.
 */
export async function synthesize(options: SynthesisOptions): Promise<SynthesisReport> {
  refuseOptions(options)
  const workDir = await mkdtemp(path.join(options.tempDir, 'synthesis-'))
  let database: Database | null = null
  try {
    throwIfAborted(options.signal)
    const file = await openTextFile(options.inputPath, workDir)
    database = await openDatabase({
      workDir,
      readablePaths: [file.path, path.resolve(options.outputPath)],
      threads: options.threads ?? DEFAULT_THREADS,
      memoryLimitMb: options.memoryLimitMb ?? DEFAULT_MEMORY_MB,
      signal: options.signal,
    })
    return await run(options, database, file)
  } catch (error) {
    await rm(options.outputPath, { force: true })
    throwIfAborted(options.signal)
    throw error
  } finally {
    database?.close()
    await rm(workDir, { recursive: true, force: true })
  }
}

async function run(
  options: SynthesisOptions,
  { connection }: Database,
  file: Awaited<ReturnType<typeof openTextFile>>,
): Promise<SynthesisReport> {
  const { signal } = options
  const random = options.random ?? cryptoRandom()
  const progress = startProgress(options.onProgress)
  const table = await loadTable(connection, file)
  const schemas = await profileColumns(connection, table)
  refuseUnmodeled(schemas)
  await createCoded(connection, schemas, randomSalt(random))
  throwIfAborted(signal)

  progress.enter('measuring')
  const plan = planBudget(
    options.epsilon ?? DEFAULT_EPSILON,
    options.delta ?? defaultDelta(table.rowCount),
  )
  const ledger = openLedger(plan.rho)
  const measure = measureInDuckdb(connection)
  const measuring = { measure, plan, ledger, random, onFraction: progress.advance, signal }
  const measured = await measureColumns(measuring, schemas)
  progress.enter('modeling')
  const model = await fitModel(measuring, measured)

  progress.enter('sampling')
  const rows = options.rows ?? defaultRows(model)
  await writeTwin(model, rows, options.outputPath, random, progress.advance, signal)

  progress.enter('evaluating')
  await readBack(connection, options.outputPath, schemas)
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

function refuseOptions({ epsilon, delta, rows }: SynthesisOptions): void {
  const refuse = (message: string) => new SynthesisError('invalid_options', message)
  if (epsilon !== undefined && !(epsilon > 0 && epsilon <= 20)) {
    throw refuse('Epsilon must be above 0 and at most 20.')
  }
  if (delta !== undefined && !(delta > 0 && delta <= 1e-3)) {
    throw refuse('Delta must be above 0 and at most 0.001.')
  }
  if (rows !== undefined && !(Number.isInteger(rows) && rows > 0)) {
    throw refuse('The number of rows must be a whole number above 0.')
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
