import type { Sdmetrics } from '../evaluation.ts'
import { firstRows, type TableSample } from '../table-sample.ts'
import { columnShape } from './column-shapes.ts'
import { type PairTrendOptions, pairTrends } from './pair-trends.ts'

/**
 * SDMetrics' quality of the twin. The twin is compared at the held-out part's size, so that both meet the training rows
 * on equal terms.
 */
export function sdmetricsQuality(
  train: TableSample,
  holdout: TableSample | null,
  twin: TableSample,
): Sdmetrics {
  const compared = holdout ? firstRows(twin, holdout.rowCount) : twin
  return {
    ...scores(train, compared, OWN),
    ceiling: holdout && scores(train, holdout, OWN),
  }
}

const OWN: PairTrendOptions = { edges: 'each', strongOnly: true }

/**
 * Returns likeness by the measures of SDMetrics, and their mean; with the original's bin edges it is
 * unbiased, but not what SDMetrics reports.
 */
export function scores(real: TableSample, other: TableSample, options: PairTrendOptions) {
  const shapes = meanShape(real, other)
  const pairs = pairTrends(real, other, options)
  return { shapes, pairs, score: (shapes + pairs) / 2 }
}

/** Returns the mean similarity of all single columns. */
function meanShape(real: TableSample, other: TableSample): number {
  const shapes = real.columns.map((column, j) => columnShape(column, other.columns[j]!))
  return shapes.reduce((sum, shape) => sum + shape, 0) / shapes.length
}
