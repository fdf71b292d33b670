import type { FittedModel } from '../model/fitted-model.ts'
import type { TableSample } from './table-sample.ts'

/** The modeled columns of training rows, held-out rows and the delivered twin, each in random order. */
export type Samples = { train: TableSample; holdout: TableSample; twin: TableSample }

/** One row in this many is held out of the model. */
export const HOLDOUT_ONE_IN = 5
/** Rows per table for fidelity, as SDMetrics caps it. */
export const FIDELITY_SAMPLE_ROWS = 50_000

/** The share of rows read for comparison, known from the noisy total alone. */
export function sampledShare(model: FittedModel): number {
  return Math.min(1, FIDELITY_SAMPLE_ROWS / model.total.count)
}
