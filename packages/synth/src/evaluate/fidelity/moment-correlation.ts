import type { FittedColumn } from '../../model/fitted-model.ts'

/** Values further than this many deviations from the mean count as if they were there. */
const CLIP_DEVIATIONS = 3

/** Bounds the change of a cross moment by one row, in squared deviations. */
export const MOMENT_SENSITIVITY = CLIP_DEVIATIONS * CLIP_DEVIATIONS

/** Describes a column's bins on a common scale, from published figures only. */
export type StandardColumn = {
  /** Deviations from the mean, clipped, per bin; 0 for missing values. */
  scoreOfBin: Float64Array
  /** Mean and standard deviation of the scores. */
  mean: number
  deviation: number
}

/** Standardizes the bins of an ordered column by the moments of its noisy marginal. */
export function standardizeColumn({ values, binning }: FittedColumn): StandardColumn {
  if (values.type !== 'grid') throw new TypeError('Only ordered columns have correlations')
  const { starts } = values.grid
  const { binOfCell, binCount, cellWeights } = binning
  const missingCell = binOfCell.length - 1
  const masses = new Float64Array(binCount)
  const sums = new Float64Array(binCount)
  for (let cell = 0; cell < missingCell; cell++) {
    masses[binOfCell[cell]!]! += cellWeights[cell]!
    sums[binOfCell[cell]!]! += (cellWeights[cell]! * (starts[cell]! + starts[cell + 1]! - 1)) / 2
  }
  const means = sums.map((sum, bin) => (masses[bin]! > 0 ? sum / masses[bin]! : 0))
  const raw = momentsOf(means, masses)
  const scores = means.map((mean, bin) => {
    const score = masses[bin]! > 0 && raw.deviation > 0 ? (mean - raw.mean) / raw.deviation : 0
    return Math.max(-CLIP_DEVIATIONS, Math.min(CLIP_DEVIATIONS, score))
  })
  return { scoreOfBin: scores, ...momentsOf(scores, masses) }
}

function momentsOf(
  values: Float64Array,
  masses: Float64Array,
): { mean: number; deviation: number } {
  const total = masses.reduce((sum, mass) => sum + mass, 0) || 1
  const mean = values.reduce((sum, value, i) => sum + value * masses[i]!, 0) / total
  const variance = values.reduce((sum, v, i) => sum + masses[i]! * (v - mean) ** 2, 0) / total
  return { mean, deviation: Math.sqrt(variance) }
}

/**
 * Returns the sum over all rows (counts by bin of a and b, row-major) of the product of both
 * scores.
 */
export function crossMoment(counts: Float64Array, a: StandardColumn, b: StandardColumn): number {
  const width = b.scoreOfBin.length
  let sum = 0
  for (let i = 0; i < a.scoreOfBin.length; i++) {
    for (let k = 0; k < width; k++) {
      sum += counts[i * width + k]! * a.scoreOfBin[i]! * b.scoreOfBin[k]!
    }
  }
  return sum
}

/**
 * Returns Pearson's r from a cross moment over `rowCount` rows. Scores are centered beforehand, so
 * errors of the means enter only as their product.
 */
export function correlationOfMoment(
  moment: number,
  rowCount: number,
  a: StandardColumn,
  b: StandardColumn,
): number {
  const scale = a.deviation * b.deviation
  if (!(scale > 0)) return 0
  return Math.max(-1, Math.min(1, (moment / rowCount - a.mean * b.mean) / scale))
}
