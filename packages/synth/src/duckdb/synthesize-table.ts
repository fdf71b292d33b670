import path from 'node:path'
import { estimateRun, type RunEstimate } from '../evaluate/estimate-run.ts'
import type { TableReport } from '../evaluate/report.ts'
import { HOLDOUT_ONE_IN } from '../evaluate/samples.ts'
import type { FittedModel } from '../fit/fitted-model.ts'
import { cryptoRandom } from '../rng/crypto-random.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { type ColumnSchema, isModeled } from '../schema/column-schema.ts'
import { plainDialect } from '../schema/dialect.ts'
import { planRules } from '../schema/plan-rules.ts'
import type { RulePlan } from '../schema/rule-plan.ts'
import { planSeries } from '../schema/series-plan.ts'
import { SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import { countCapped } from './cap-entities.ts'
import { createCoded, createCodedOther } from './coded-tables.ts'
import { countBrokenRules } from './count-broken-rules.ts'
import { type Database, openDatabase } from './database.ts'
import { evaluateRun } from './evaluate-run.ts'
import { fitTable } from './fit-table.ts'
import { viewSource } from './load-table.ts'
import type { TableSource } from './open-sources.ts'
import { countSplit } from './read-samples.ts'
import { readTable } from './read-table.ts'
import type { SynthesisOptions } from './synthesis-options.ts'
import type { Progress } from './track-progress.ts'
import { writeTwin } from './write-twin.ts'

const DEFAULT_THREADS = 2
const DEFAULT_MEMORY_MB = 1024

type TableTask = SynthesisOptions & {
  source: TableSource
  outputPath: string
  workDir: string
  progress: Progress
}

/** Writes the twin of one table, and reports on it. */
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
  const { sample } = task.source
  const { table, schema } = await readTable(connection, task)
  const schemas = schema.columns
  refuseUnmodeled(schemas)
  const rowCount = sample?.rowCount ?? table.rowCount
  const countedRows = await countCapped(connection, task.source, table.rowCount, schema.entity)
  task.onEstimate?.(task.source.name, estimateTable(task, schema, rowCount, countedRows))
  const rules = planRules(schema)
  const series = task.mode === 'protected' ? null : planSeries(schema, rules)
  if (series && sample) throw refuseSeriesOfSample()
  const salt = randomSalt(random)
  const usualStep = await createCoded(connection, rules, schema.entity, salt, sample, series?.plan)
  throwIfAborted(signal)

  const fitted = await fitTable(
    task,
    connection,
    { schema, rules, series, usualStep, rowCount, sample },
    random,
  )
  const { model } = fitted

  progress.enter('sampling')
  const rows = task.rows ?? defaultRows(model)
  await writeTwin(model, rows, outputPath, random, progress.advance, signal)

  progress.enter('evaluating')
  await readBack(connection, outputPath, rules, series?.plan.device)
  throwIfAborted(signal)
  const { published, evaluation } = await evaluateRun({
    connection,
    schema,
    fitted,
    twinRows: rows,
    onFraction: progress.advance,
    signal,
  })
  return {
    name: task.source.name,
    path: outputPath,
    published,
    internal: {
      rows: await (sample ?? { countSplit: () => countSplit(connection) }).countSplit(),
      evaluation,
      rules: await countBrokenRules(connection, schema, rules),
      ledger: 'ledger' in fitted ? fitted.ledger.entries : [],
      timingsMs: progress.finish(),
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    },
  }
}

function estimateTable(
  task: TableTask,
  schema: TableSchema,
  rowCount: number,
  countedRows: number,
): RunEstimate {
  const rowsPerEntity = schema.entity?.maxRows ?? 1
  return estimateRun(
    { rowCount, countedRows, columns: schema.columns },
    { ...task, rowsPerEntity, isSeries: schema.series !== null },
  )
}

function refuseUnmodeled(schemas: ColumnSchema[]): void {
  if (schemas.some(({ kind }) => isModeled(kind))) return
  throw new SynthesisError(
    'nothing_to_model',
    'Every column looks like a key, a personal identifier or free text; there is nothing to model.',
  )
}

/** The random rows that leave a database do not follow each other. */
function refuseSeriesOfSample(): SynthesisError {
  return new SynthesisError(
    'invalid_schema',
    'A series is made from files only: export the table, or leave "series" out to have its rows made one by one.',
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
  rules: RulePlan,
  device: number | null | undefined,
): Promise<void> {
  const columnNames = rules.schemas.slice(0, rules.width).map(({ name }) => name)
  const content = { type: 'csv' as const, dialect: plainDialect(columnNames, true) }
  const twin = { path: path.resolve(outputPath), content }
  await viewSource(connection, 'twin', twin, [...columnNames.keys()])
  await createCodedOther(connection, rules, 'twin', device)
}
