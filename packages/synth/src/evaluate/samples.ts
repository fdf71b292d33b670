import type { FittedModel } from '../model/fitted-model.ts'
import type { TableSample } from './table-sample.ts'

/**
 * Describes the modeled columns of training rows, held-out rows and the delivered twin, each in
 * random order.
 */
export type Samples = { train: TableSample; holdout: TableSample; twin: TableSample }

/** Sets the share of held-out rows: one row in this many. */
export const HOLDOUT_ONE_IN = 5
/** Limits the rows per table for fidelity, as SDMetrics does. */
export const FIDELITY_SAMPLE_ROWS = 50_000

/** Returns the rows of the original that are compared, training and held-out ones, from the noisy total alone. */
export function comparedRows(model: FittedModel): number {
  const whole = (model.total.count * HOLDOUT_ONE_IN) / (HOLDOUT_ONE_IN - 1)
  return Math.max(1, whole * sampledShare(model))
}

/** Returns the share of rows read for comparison, from the noisy total alone. */
export function sampledShare(model: FittedModel): number {
  return Math.min(1, FIDELITY_SAMPLE_ROWS / model.total.count)
}
