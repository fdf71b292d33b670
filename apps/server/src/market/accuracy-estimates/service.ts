/** Estimates accuracies for the forms of requests and offers, with the engine's own estimate. */
import {
  type AccuracyEstimate,
  type EstimatedTable,
  LEAST_ACCURACY,
  privacyEpsilons,
} from '@semblance/contract'
import { estimateRun } from '@semblance/synth'

/** Returns the estimate of a private run at the greatest epsilon that the level allows. */
export function estimateAccuracy(table: EstimatedTable): AccuracyEstimate {
  const { rows, columns, orderedColumns, privacyLevel } = table
  const kinds = Array.from({ length: columns }, (_, index) => ({
    kind: index < orderedColumns ? ('number' as const) : ('category' as const),
  }))
  const run = { rowCount: rows, columns: kinds }
  const { accuracy } = estimateRun(run, { epsilon: privacyEpsilons[privacyLevel] })
  if (!accuracy) throw new TypeError('A private run has an estimate')
  const { value, error, noise } = accuracy
  const least = Math.floor(100 * (value - error))
  return {
    accuracyPercent: tenths(value),
    errorPoints: tenths(error),
    noisePoints: tenths(noise),
    minAccuracyPercent: least < LEAST_ACCURACY ? null : least,
  }
}

const tenths = (share: number) => Math.round(1000 * share) / 10
