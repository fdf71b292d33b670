import type { Sdmetrics } from '../evaluation.ts'
import { firstRows, type TableSample } from '../table-sample.ts'
import { columnShape } from './column-shapes.ts'
import { type PairTrendOptions, pairTrends } from './pair-trends.ts'

/**
 * SDMetrics' quality of the twin, with the original's bin edges. The twin is compared at the held-out part's size, so
 * that both meet the training rows on equal terms.
 */
export function sdmetricsQuality(
  train: TableSample,
  holdout: TableSample | null,
  twin: TableSample,
): Sdmetrics {
  const compared = holdout ? firstRows(twin, holdout.rowCount) : twin
  return {
    ...scores(train, compared, { edges: 'real' }),
    ceiling: holdout && scores(train, holdout, { edges: 'real' }),
    compatible: scores(train, compared, { edges: 'each', strongOnly: true }),
  }
}

function scores(real: TableSample, other: TableSample, options: PairTrendOptions) {
  const shapes = meanShape(real, other)
  const pairs = pairTrends(real, other, options)
  return { shapes, pairs, score: (shapes + pairs) / 2 }
}

/** Returns the mean similarity of all single columns. */
export function meanShape(real: TableSample, other: TableSample): number {
  const shapes = real.columns.map((column, j) => columnShape(column, other.columns[j]!))
  return shapes.reduce((sum, shape) => sum + shape, 0) / shapes.length
}
