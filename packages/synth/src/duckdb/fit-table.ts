import type { DuckDBConnection } from '@duckdb/node-api'
import type { Publishing } from '../evaluate/release.ts'
import { defaultDelta, planBudget, unitOf } from '../fit/budget.ts'
import { fitModel } from '../fit/fit-model.ts'
import { fitProtected } from '../fit/fit-protected.ts'
import { fitSeries } from '../fit/fit-series.ts'
import type { ProtectedModel } from '../fit/fitted-model.ts'
import { openLedger } from '../fit/ledger.ts'
import { measureByRules } from '../fit/measure-by-rules.ts'
import { spentOn } from '../fit/spent-budget.ts'
import type { RandomSource } from '../rng/random-source.ts'
import type { RulePlan } from '../schema/rule-plan.ts'
import type { PlannedSeries } from '../schema/series-plan.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import { measureInDuckdb } from './measure.ts'
import { readTrainingRows } from './read-training-rows.ts'
import type { TableSample } from './sources/table-source.ts'
import type { SynthesisOptions } from './synthesis-options.ts'
import type { Progress } from './track-progress.ts'

const DEFAULT_EPSILON = 3

export type FitTask = SynthesisOptions & { progress: Progress }

/** A coded table, and the rules by which it was coded. */
export type CodedTable = {
  schema: TableSchema
  rules: RulePlan
  /** Set where rows follow each other. */
  series: PlannedSeries | null
  /** Between those rows. */
  usualStep: number
  rowCount: number
  /** Set where the rows are counted elsewhere. */
  sample?: TableSample | undefined
}

/** A private model comes with the means to pay for what is published of the original; a protected one without. */
export type FittedTable = Publishing | { model: ProtectedModel }

/** Fits the model that the mode asks for to the training rows of `coded`. */
export function fitTable(
  task: FitTask,
  connection: DuckDBConnection,
  table: CodedTable,
  random: RandomSource,
): Promise<FittedTable> {
  task.progress.enter('measuring')
  return task.mode === 'protected'
    ? fitWithGuards(task, connection, table, random)
    : fitPrivately(task, connection, table, random)
}

/**
 * Method: noisy counts of every column and of pairs of columns. Rows are drawn from the tree of the strongest pairs, then
 * swap values until all pairs count as measured; see fit/measure-pairs.ts and sample/sample-pairs.ts.
 */
async function fitPrivately(
  { epsilon, delta, spentBefore, progress, signal }: FitTask,
  connection: DuckDBConnection,
  { schema, rules, series, usualStep, rowCount, sample }: CodedTable,
  random: RandomSource,
): Promise<Publishing> {
  const plan = planBudget(
    epsilon ?? DEFAULT_EPSILON,
    delta ?? defaultDelta(rowCount),
    unitOf(schema),
  )
  const ledger = openLedger(plan.rho, plan.unit.rows)
  const measure = sample?.measure(rules) ?? measureInDuckdb(connection)
  const measuring = { measure, plan, ledger, random, onFraction: progress.advance, signal }
  const measured = await measureByRules(measuring, series?.rules ?? rules)
  progress.enter('modeling')
  const model = series
    ? await fitSeries(measured.measuring, measured.columns, { ...series.plan, usualStep })
    : await fitModel(measured.measuring, measured.columns)
  return { measure, model, plan, ledger, spentBefore: spentOn(schema.name, spentBefore ?? []), random }
}

async function fitWithGuards(
  { progress, signal }: FitTask,
  connection: DuckDBConnection,
  { rules, sample }: CodedTable,
  random: RandomSource,
): Promise<{ model: ProtectedModel }> {
  const read = await readTrainingRows(connection, rules.schemas)
  const rows = sample ? { ...read, total: (await sample.countSplit()).train } : read
  progress.enter('modeling')
  const model = await fitProtected({
    rows,
    plan: rules,
    random,
    onFraction: progress.advance,
    signal,
  })
  return { model }
}
