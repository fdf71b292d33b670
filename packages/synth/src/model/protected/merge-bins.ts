import { consistentCells } from '../consistent-cells.ts'
import type { FineMarginal } from '../measure/fine-marginal.ts'

/** Holds noisy counts per bin of one column, with the variance of each. */
export type NoisyMargin = { counts: Float64Array; variances: Float64Array }

export type Binning = {
  /** The bin of each fine cell. */
  binOfCell: Int32Array
  binCount: number
  /** The fine counts made consistent: not negative, summing to the total. */
  cellWeights: Float64Array
}

/**
 * Merges neighboring cells of an ordered column until each bin holds about total / binLimit rows;
 * cells that are above that alone, and well above their noise, stay alone so spikes survive, and so
 * do values that were counted on their own from half of it on, unless those are too many.
 * Unordered cells were thresholded when discovered and stay as they are. Missing values, and the
 * pool of unpublished categories, keep their own bin if they are clearly there.
 */
export function mergeBins(marginal: FineMarginal, total: number, binLimit: number): Binning {
  const { ordered } = marginal
  const absent = absentCells(marginal)
  const cellWeights = consistentCells(marginal, absent, total)
  const binning = ordered
    ? mergeOrdered(marginal, cellWeights, total / binLimit, binLimit)
    : mergeUnordered(marginal.noisy.length, cellWeights, binLimit)
  return foldAbsent(binning, absent, cellWeights)
}

/** The heaviest categories each have a bin; beyond `binLimit` the rest share the pool's. */
function mergeUnordered(
  cells: number,
  weights: Float64Array,
  binLimit: number,
): { binOfCell: Int32Array; binCount: number } {
  const [pool, missing] = [cells - 2, cells - 1]
  const labels = Array.from({ length: pool }, (_, cell) => cell)
  labels.sort((a, b) => weights[b]! - weights[a]! || a - b)
  const own = labels.slice(0, binLimit)
  const binOfCell = new Int32Array(cells).fill(own.length)
  own.forEach((cell, bin) => {
    binOfCell[cell] = bin
  })
  binOfCell[missing] = own.length + 1
  return { binOfCell, binCount: own.length + 2 }
}

/** Spikes may make so many times the bins that a column may have. */
const MOST_EXCESS = 1.2

function mergeOrdered(
  marginal: FineMarginal,
  weights: Float64Array,
  target: number,
  binLimit: number,
): { binOfCell: Int32Array; binCount: number } {
  const merged = mergeNeighbors(marginal, weights, target, target / 2)
  return merged.binCount <= MOST_EXCESS * binLimit + 1
    ? merged
    : mergeNeighbors(marginal, weights, target, target)
}

/** Bins of about `target` rows, apart from values that were counted on their own and have `leastSpike`. */
function mergeNeighbors(
  { noisy, variances, tree }: FineMarginal,
  weights: Float64Array,
  target: number,
  leastSpike: number,
): { binOfCell: Int32Array; binCount: number } {
  const binOfCell = new Int32Array(noisy.length)
  let bin = 0
  let mass = 0
  for (let cell = 0; cell < noisy.length - 1; cell++) {
    const weight = weights[cell]!
    const least = tree?.isSpike[cell] ? leastSpike : target
    const isSpike = weight >= least && weight > 4 * Math.sqrt(variances[cell]!)
    if (isSpike && mass > 0) bin++
    binOfCell[cell] = bin
    mass = isSpike ? target : mass + weight
    if (mass >= target) {
      bin++
      mass = 0
    }
  }
  // Adds the remainder at the end to the last bin.
  const lastBin = Math.max(0, mass >= target / 2 ? bin : bin - 1)
  for (let cell = 0; cell < noisy.length - 1; cell++) {
    binOfCell[cell] = Math.min(binOfCell[cell]!, lastBin)
  }
  binOfCell[noisy.length - 1] = lastBin + 1
  return { binOfCell, binCount: lastBin + 2 }
}

/**
 * Standard deviations that a count of missing values, or of unpublished categories, must stand above zero to be taken for
 * rows: noise alone does so for one column in 300,000, so that a twin has no missing value where the original has none.
 */
export const PRESENCE_DEVIATIONS = 4.5

/** The cells of missing values and of unpublished categories that are within their own noise. */
function absentCells({ noisy, variances, ordered }: FineMarginal): number[] {
  const last = noisy.length - 1
  const special = ordered ? [last] : [last, last - 1]
  const absent = special.filter(
    (cell) => noisy[cell]! < PRESENCE_DEVIATIONS * Math.sqrt(variances[cell]!),
  )
  return absent.length === noisy.length ? [last] : absent
}

/** Gives rows of absent cells to the heaviest bin and closes the gaps they leave in the numbering. */
function foldAbsent(
  { binOfCell, binCount }: { binOfCell: Int32Array; binCount: number },
  absent: number[],
  cellWeights: Float64Array,
): Binning {
  if (absent.length === 0) return { binOfCell, binCount, cellWeights }
  const heaviest = cellWeights.indexOf(cellWeights.reduce((a, b) => Math.max(a, b)))
  const isShared = (bin: number) =>
    binOfCell.some((other, cell) => other === bin && !absent.includes(cell))
  const removed = new Set(absent.map((cell) => binOfCell[cell]!).filter((bin) => !isShared(bin)))
  const renumbered = new Int32Array(binCount)
  let next = 0
  for (let bin = 0; bin < binCount; bin++) renumbered[bin] = removed.has(bin) ? -1 : next++
  const target = renumbered[binOfCell[heaviest]!]!
  const folded = binOfCell.map((bin) => (removed.has(bin) ? target : renumbered[bin]!))
  return { binOfCell: folded, binCount: next, cellWeights }
}

/** Sums of fine cells per bin. */
export function sumByBin(values: ArrayLike<number>, binning: Binning): Float64Array {
  const sums = new Float64Array(binning.binCount)
  for (let cell = 0; cell < binning.binOfCell.length; cell++) {
    sums[binning.binOfCell[cell]!]! += values[cell]!
  }
  return sums
}

/** A bin's count is never taken to be surer than this. */
const LEAST_VARIANCE = 1

/**
 * Returns the noisy count of each bin and its variance, which is smaller for cells that are counted together than for as
 * many alone.
 */
export function noisyBins(marginal: FineMarginal, binning: Binning): NoisyMargin {
  const counts = sumByBin(marginal.noisy, binning)
  const variances = sumByBin(marginal.variances, binning)
  const { blocks, tree } = marginal
  if (tree)
    subtractShared(variances, marginal, { ...tree, groupOfCell: tree.familyOfCell }, binning)
  else if (blocks) {
    const memberVariances = new Float64Array(blocks.sizes.length).fill(marginal.variances[0]!)
    const { blockOfCell, sizes } = blocks
    const groups = { ...blocks, groupOfCell: blockOfCell, members: sizes, memberVariances }
    subtractShared(variances, marginal, groups, binning)
  }
  return { counts, variances: variances.map((variance) => Math.max(LEAST_VARIANCE, variance)) }
}

/** Groups of cells that sum to a count of `variances`; each of `members` has `memberVariances` of its own. */
type SharedNoise = {
  groupOfCell: Int32Array
  variances: Float64Array
  members: Int32Array
  memberVariances: Float64Array
}

/**
 * Cells of a group move together so as to sum to it: k of its m cells have the noise of k cells, less the k/m of it
 * that they would share with the others, plus k/m of the group's.
 */
function subtractShared(
  variances: Float64Array,
  { variances: ofCells }: FineMarginal,
  { groupOfCell, variances: ofGroups, members, memberVariances }: SharedNoise,
  { binOfCell, binCount }: Binning,
): void {
  const present = new Map<number, number>()
  groupOfCell.forEach((group, cell) => {
    const key = group * binCount + binOfCell[cell]!
    const part = memberVariances[group]! > 0 ? ofCells[cell]! / memberVariances[group]! : 0
    present.set(key, (present.get(key) ?? 0) + part)
  })
  for (const [key, count] of present) {
    const group = Math.floor(key / binCount)
    const share = Math.min(1, count / members[group]!)
    variances[key % binCount]! +=
      share * share * ofGroups[group]! - share * count * memberVariances[group]!
  }
}
