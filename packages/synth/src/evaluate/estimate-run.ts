import { pairCountOf } from '../model/measure/plan-pairs.ts'
import { defaultDelta, planBudget } from '../model/private/budget.ts'
import { sigmaOfRho } from '../model/private/privacy-accountant.ts'
import { type ColumnKind, isModeled, isOrdered } from '../schema/column-schema.ts'
import { MAX_TRIPLES } from './fidelity/accuracy.ts'
import { INTERVAL_DEVIATIONS } from './publish/check-figure.ts'
import { FIDELITY_PARTS } from './publish/publish-fidelity.ts'
import { FIDELITY_SAMPLE_ROWS, HOLDOUT_ONE_IN } from './samples.ts'

/**
 * Describes the expected cost and accuracy of a run, as far as they are predictable before anything
 * is measured.
 */
export type RunEstimate = {
  rows: number
  columns: number
  /** Assumes two cores of 2020 or later. */
  seconds: number
  memoryMb: number
  /**
   * Accuracy of pairs of columns as a share of a fresh real sample's, how far off that may be, and
   * half of the 95 % confidence interval of the accuracy as published; null in protected mode.
   */
  accuracy: { value: number; error: number; noise: number } | null
  /** Expected weaknesses, with advice. */
  warnings: string[]
}

export type EstimatedTable = {
  rowCount: number
  /** Rows that count, where an entity's are capped; by default all. */
  countedRows?: number
  columns: { kind: ColumnKind }[]
}

export type EstimateOptions = {
  mode?: 'private' | 'protected'
  /** Default 3. */
  epsilon?: number
  delta?: number
  /** Rows to write, by default as many as there are. */
  rows?: number
  /** Rows of one entity that may count, where one is declared. */
  rowsPerEntity?: number
  memoryLimitMb?: number
  /** True for a series. */
  isSeries?: boolean
  /**
   * Hold a related table's portion of the family's budget, and its parent's number of modeled
   * columns.
   */
  portion?: number
  contextColumns?: number
  /** The table whose records the rows are lists of, where the schema has them made on their own. */
  apartFrom?: string
}

/** Estimates a run from the numbers of rows and the kinds of columns alone. */
export function estimateRun(table: EstimatedTable, options: EstimateOptions): RunEstimate {
  const { mode = 'private' } = options
  const accuracy = mode === 'private' ? estimateAccuracy(table, options) : null
  return {
    rows: table.rowCount,
    columns: table.columns.length,
    seconds: estimateSeconds(table, options.rows ?? table.rowCount),
    memoryMb: estimateMemoryMb(table, options.memoryLimitMb ?? DEFAULT_MEMORY_MB),
    accuracy,
    warnings: [
      ...(accuracy
        ? privateWarnings(table, options, 1 - accuracy.value)
        : protectedWarnings(table, options)),
      ...apartWarnings(options),
    ],
  }
}

/** Limits DuckDB's memory: with it, a whole run stays below 1 GB. */
export const DEFAULT_MEMORY_MB = 384

const DEFAULT_EPSILON = 3

/**
 * Describes accuracy by noise: loss over accuracy is `loss` * noise ** `power`, and the error is
 * `leastError` and the share `usualError` of the loss.
 */
export type AccuracyFit = { loss: number; power: number; leastError: number; usualError: number }

/**
 * Printed by `node bench/estimate.ts DIRECTORY`. Fitted to 60 runs on 20 tables of 768 to 30,000
 * rows and 6 to 24 columns, at epsilon 1, 3 and 8; nine of ten outcomes on tables left out of the
 * fit were within the error.
 */
const FIT: AccuracyFit = { loss: 1.345, power: 1.1, leastError: 0.01, usualError: 0.81 }

/**
 * Estimates the accuracy. Pairs lose accuracy to noise, more than in proportion to it. The
 * dependence between columns is unknown: a log of a room's sensors, where every value follows from
 * the previous one, did far worse.
 */
function estimateAccuracy(
  table: EstimatedTable,
  options: EstimateOptions,
): { value: number; error: number; noise: number } {
  const expected = accuracyAtNoise(noiseOfPairs(table, options), FIT)
  return { ...expected, noise: noiseOfReport(table, options, expected.value) }
}

/** Returns half of the 95 % confidence interval that a report will give the accuracy. */
function noiseOfReport(table: EstimatedTable, options: EstimateOptions, expected: number): number {
  const { rowsPerEntity = 1 } = options
  const rows = Math.min(table.countedRows ?? table.rowCount, FIDELITY_SAMPLE_ROWS)
  const measured = sigmaOfRho(FIDELITY_PARTS.accuracy * budgetOf(table, options).fidelity) / rows
  const split = Math.sqrt(rowsPerEntity / (4 * rows)) * (1 - expected)
  return INTERVAL_DEVIATIONS * Math.hypot(measured, split)
}

const budgetOf = (
  { rowCount }: EstimatedTable,
  { epsilon = DEFAULT_EPSILON, delta, rowsPerEntity = 1, portion }: EstimateOptions,
) =>
  planBudget(
    epsilon,
    delta ?? defaultDelta(rowCount),
    { entity: null, rows: rowsPerEntity },
    portion,
  ).share

/** Returns the accuracy expected at a noise as of `noiseOfPairs`, and how far off it may be. */
export function accuracyAtNoise(
  noise: number,
  { loss, power, leastError, usualError }: AccuracyFit,
): { value: number; error: number } {
  const value = 1 / (1 + loss * noise ** power)
  return { value, error: leastError + usualError * (1 - value) }
}

/**
 * Returns the noise on a pair's counts relative to the rows, times the columns that are cut into
 * bins, and one.
 */
export function noiseOfPairs(table: EstimatedTable, options: EstimateOptions): number {
  const { rowCount, countedRows = rowCount, columns } = table
  const modeled = columns.filter(({ kind }) => isModeled(kind))
  const ordered = modeled.filter(({ kind }) => isOrdered(kind)).length
  const trainingRows = Math.max(1, (countedRows * (HOLDOUT_ONE_IN - 1)) / HOLDOUT_ONE_IN)
  const pairCount = pairCountOf(modeled.length, options.contextColumns)
  const { pairs } = budgetOf(table, options)
  return ((ordered + 1) * sigmaOfRho(pairs / pairCount)) / trainingRows
}

/** Measured on the same tables; evaluation takes most of it, on at most 50,000 rows. */
function estimateSeconds({ rowCount, columns }: EstimatedTable, rowsToWrite: number): number {
  const width = columns.length
  const triples = Math.min(MAX_TRIPLES, (width * (width - 1) * (width - 2)) / 6)
  const evaluation = 10e-6 * Math.min(rowCount, FIDELITY_SAMPLE_ROWS) * width + 1.2e-3 * triples
  const reading = 0.3e-6 * rowCount * width
  const counting = 1e-8 * rowCount * width ** 2
  const writing = 1e-6 * rowsToWrite * width
  return 0.8 + evaluation + reading + counting + writing
}

function estimateMemoryMb({ rowCount, columns }: EstimatedTable, limitMb: number): number {
  const width = columns.length
  const evaluation = 500e-6 * Math.min(rowCount, FIDELITY_SAMPLE_ROWS) * width
  const tables = Math.min(limitMb, 2e-6 * rowCount * width)
  return 10 * Math.round((220 + evaluation + tables) / 10)
}

/** Losses from which noise is worth a word, and from which the twin will be of little use. */
const NOTABLE_LOSS = 0.03
const SERIOUS_LOSS = 0.15
const MANY_ORDERED = 12
/** Above this, the guarantee allows an attacker nearly anything. */
const LARGE_EPSILON = 10

function privateWarnings(
  { rowCount, countedRows = rowCount, columns }: EstimatedTable,
  { epsilon = DEFAULT_EPSILON, rowsPerEntity = 1 }: EstimateOptions,
  loss: number,
): string[] {
  const warnings: string[] = []
  const ordered = columns.filter(({ kind }) => isOrdered(kind)).length
  const isMany = ordered >= MANY_ORDERED
  if (loss > NOTABLE_LOSS) {
    const cause = isMany
      ? `${ordered} columns of numbers or dates, most of all if they depend on each other,`
      : `${countedRows.toLocaleString('en')} rows`
    warnings.push(
      `${loss > SERIOUS_LOSS ? 'The twin will be of little use' : 'The twin will be noisy'}: ${cause} ${isMany ? 'are many' : 'are few'} for epsilon ${epsilon}. Declare bounds and categories (semblance inspect), drop columns nobody needs, add rows or raise epsilon${loss > SERIOUS_LOSS ? ', or take --mode protected if no formal guarantee is needed' : ''}.`,
    )
  }
  if (rowsPerEntity > 1) {
    const share = Math.round((100 * countedRows) / rowCount)
    const left = countedRows < rowCount ? ` and leaves ${share}% of the rows to learn from` : ''
    warnings.push(
      `Protecting whole entities of up to ${rowsPerEntity} rows takes ${rowsPerEntity} times the noise${left}; fewer rows of each may tell more.`,
    )
  }
  if (epsilon > LARGE_EPSILON) {
    warnings.push(`Epsilon ${epsilon} promises very little; up to ${DEFAULT_EPSILON} is usual.`)
  }
  return warnings
}

function apartWarnings({ apartFrom }: EstimateOptions): string[] {
  if (apartFrom === undefined) return []
  return [
    `The rows are lists within those of ${apartFrom}, but as the schema is, their twins will not belong together: declare "parent" (semblance inspect shows it).`,
  ]
}

/** A leaf has 100 rows, so this many rows make no more than twenty. */
const FEW_PROTECTED_ROWS = 2000

function protectedWarnings(
  { rowCount, countedRows = rowCount }: EstimatedTable,
  { isSeries }: EstimateOptions,
): string[] {
  const few = `${countedRows.toLocaleString('en')} rows are few for groups of at least 100: the twin will be coarse.`
  return [
    'Protected mode guards against copying, but gives no formal guarantee.',
    ...(countedRows < FEW_PROTECTED_ROWS ? [few] : []),
    ...(isSeries
      ? [
          'Protected mode does not keep what one row of a series tells of the next; private mode does.',
        ]
      : []),
  ]
}
