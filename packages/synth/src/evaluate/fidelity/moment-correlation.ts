import type { FittedColumn } from '../../model/fitted-model.ts'
import {
  type BinGroups,
  type CellTable,
  independentCounts,
  type PairTable,
  sharesInGroup,
  sumByCell,
} from '../../model/measure/pair-tables.ts'
import { at } from '../../model/pairs/at.ts'
import { noisyBins } from '../../model/protected/merge-bins.ts'

/** Values further than this many deviations from the mean count as if they were there. */
const CLIP_DEVIATIONS = 3

/** Describes a column's bins on a common scale, from published figures only. */
export type StandardColumn = {
  /** Deviations from the mean, clipped, per bin; 0 for missing values. */
  scores: Float64Array
  /** Mean and standard deviation of the scores. */
  mean: number
  deviation: number
  /** Variance of the deviation as a share of it, by the noise of the bins. */
  relativeVariance: number
}

/** Standardizes the bins of an ordered column by the moments of its noisy marginal. */
export function standardizeColumn({ values, marginal, binning }: FittedColumn): StandardColumn {
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
  const moments = momentsOf(scores, masses)
  const { variances } = noisyBins(marginal, binning)
  const total = masses.reduce((sum, mass) => sum + mass, 0) || 1
  const ofSquares = scores.reduce((sum, score, bin) => sum + score ** 4 * variances[bin]!, 0)
  const relativeVariance = ofSquares / (4 * total ** 2 * moments.deviation ** 4 || 1)
  return { scores, ...moments, relativeVariance }
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

/** Describes a column of a pair: its scores, its counts per bin, and the groups of its bins in a first look. */
export type MomentSide = StandardColumn & { margin: Float64Array; groups: BinGroups }

/**
 * Holds the sum over all rows of the product of both scores, with the variance of its noise; what it
 * leaves out, as rows are not seen within a cell, is at most `unseen`.
 */
export type NoisyMoment = { sum: number; variance: number; unseen: number }

/** Reads a cross moment from a table of the first look. */
export function momentOfGroups(
  { counts }: PairTable,
  sigma: number,
  a: MomentSide,
  b: MomentSide,
): NoisyMoment {
  const [ofA, ofB] = [scoresOfGroups(a), scoresOfGroups(b)]
  let sum = 0
  for (const [cell, count] of counts.entries())
    sum +=
      count *
      at(ofA.means, Math.floor(cell / ofB.means.length)) *
      at(ofB.means, cell % ofB.means.length)
  return {
    sum,
    variance: sigma ** 2 * squares(ofA.means) * squares(ofB.means),
    unseen: Math.sqrt(ofA.within * ofB.within),
  }
}

const squares = (values: Float64Array) => values.reduce((sum, value) => sum + value ** 2, 0)

/** Means of the scores by group, and the sum of their squared distances from them. */
function scoresOfGroups({ scores, margin, groups }: MomentSide) {
  const shares = sharesInGroup(margin, groups)
  const means = new Float64Array(groups.count)
  for (const [bin, share] of shares.entries())
    means[at(groups.groupOf, bin)]! += share * at(scores, bin)
  const within = margin.reduce(
    (sum, count, bin) => sum + count * (at(scores, bin) - at(means, at(groups.groupOf, bin))) ** 2,
    0,
  )
  return { means, within }
}

/** Reads a cross moment from a table of the second look, whose cells have rows as independent columns do. */
export function momentOfCells(
  { cellOf, counts, sigma }: CellTable,
  a: MomentSide,
  b: MomentSide,
  total: number,
): NoisyMoment {
  const expected = independentCounts(a.margin, b.margin, total)
  const cells = { cellOf, cellCount: counts.length }
  const bins = b.margin.length
  const meanOf = (value: (i: number, k: number) => number) => {
    const sums = sumByCell(
      expected.map((count, pair) => count * value(Math.floor(pair / bins), pair % bins)),
      cells,
    )
    return sums.map((sum, cell) => (at(masses, cell) > 0 ? sum / at(masses, cell) : 0))
  }
  const masses = sumByCell(expected, cells)
  const [ofA, ofB] = [meanOf((i) => at(a.scores, i)), meanOf((_, k) => at(b.scores, k))]
  const [squaresA, squaresB] = [
    meanOf((i) => at(a.scores, i) ** 2),
    meanOf((_, k) => at(b.scores, k) ** 2),
  ]
  const products = meanOf((i, k) => at(a.scores, i) * at(b.scores, k))
  const within = (squared: Float64Array, means: Float64Array) =>
    squared.reduce(
      (sum, square, cell) =>
        sum + Math.max(0, at(counts, cell)) * Math.max(0, square - at(means, cell) ** 2),
      0,
    )
  return {
    sum: counts.reduce((sum, count, cell) => sum + count * at(products, cell), 0),
    variance: sigma ** 2 * squares(products),
    unseen: Math.sqrt(within(squaresA, ofA) * within(squaresB, ofB)),
  }
}

/** Two-sided 95 %. */
const DEVIATIONS = 1.96

/**
 * Returns Pearson's r from a cross moment over `rows`, with half of its 95 % confidence interval; `held` is
 * how many rows of the original were not measured for each that was, times those held out together.
 */
export function correlationOfMoment(
  { sum, variance, unseen }: NoisyMoment,
  { rows, held }: { rows: number; held: number },
  a: StandardColumn,
  b: StandardColumn,
): { value: number; reach: number } {
  const scale = rows * a.deviation * b.deviation
  if (!(scale > 0)) return { value: 0, reach: 2 }
  const r = (sum - rows * a.mean * b.mean) / scale
  const value = Math.max(-1, Math.min(1, r))
  const deviation = Math.sqrt(
    variance / scale ** 2 +
      value ** 2 * (a.relativeVariance + b.relativeVariance) +
      (held * (1 - value ** 2) ** 2) / rows,
  )
  return { value, reach: Math.min(2, DEVIATIONS * deviation + unseen / scale) }
}
