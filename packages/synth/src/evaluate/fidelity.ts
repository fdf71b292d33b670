import type { FittedModel } from '../fit/fitted-model.ts'
import { type ClosestRecord, closestRecord } from './closest-record.ts'
import { coarseCodes, coarsen } from './coarse-codes.ts'
import { columnShape } from './column-shapes.ts'
import { meanContingencySimilarity, pairTrends } from './pair-trends.ts'
import type { ExactFidelity } from './report.ts'
import type { Samples } from './samples.ts'
import { firstRows, type TableSample } from './table-sample.ts'

/** Distances grow with the square of this. */
const DISTANCE_SAMPLE_ROWS = 5_000
const PAIR_CODES = 10

/**
 * Fidelity by SDMetrics' definitions with real edges, exact. The twin is compared at the held-out
 * part's size, so that both meet the training rows on equal terms.
 */
export function exactFidelity({ train, holdout, twin }: Samples): ExactFidelity {
  const compared = firstRows(twin, holdout.rowCount)
  const shapes = mean(shapesOf(train, compared))
  const pairs = pairTrends(train, compared)
  const ceilingShapes = mean(shapesOf(train, holdout))
  const ceilingPairs = pairTrends(train, holdout)
  const overall = (shapes + pairs) / 2
  const ceiling = (ceilingShapes + ceilingPairs) / 2
  const relative = Math.min(1, overall / ceiling)
  return { shapes, pairs, overall, ceilingShapes, ceilingPairs, ceiling, relative }
}

function shapesOf(real: TableSample, other: TableSample): number[] {
  return real.columns.map((column, j) => columnShape(column, other.columns[j]!))
}

/** Raw figures whose sensitivity to one row is known; `publish-report` adds the noise. */
export type BoundedFidelity = { shapes: number[]; pairs: number; ceiling: number }

/** Like `exactFidelity`, but all pairs by contingency over published bins: one row moves it little. */
export function boundedFidelity(
  model: FittedModel,
  { train, holdout, twin }: Samples,
): BoundedFidelity {
  const coarse = model.columns.map((column) => coarsen(column, PAIR_CODES))
  const compared = firstRows(twin, holdout.rowCount)
  const [trainCodes, holdoutCodes, twinCodes] = [train, holdout, compared].map((sample) =>
    model.columns.map((column, i) => coarseCodes(column, coarse[i]!, sample.columns[i]!)),
  )
  const ceilingPairs = meanContingencySimilarity(trainCodes!, holdoutCodes!)
  return {
    shapes: shapesOf(train, compared),
    pairs: meanContingencySimilarity(trainCodes!, twinCodes!),
    ceiling: (mean(shapesOf(train, holdout)) + ceilingPairs) / 2,
  }
}

/** Closest records among equally many rows of each table. */
export function measureClosestRecord({ train, holdout, twin }: Samples): ClosestRecord {
  const rows = Math.min(DISTANCE_SAMPLE_ROWS, train.rowCount, holdout.rowCount, twin.rowCount)
  return closestRecord(firstRows(train, rows), firstRows(holdout, rows), firstRows(twin, rows))
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
