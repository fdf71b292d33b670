import { consistentCells } from '../consistent-cells.ts'
import type { Blocks, FineMarginal } from '../measure/fine-marginal.ts'

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
 * cells that are above that alone, and well above their noise, stay alone so spikes survive.
 * Unordered cells were thresholded when discovered and stay as they are. Missing values, and the
 * pool of unpublished categories, keep their own bin if they are clearly there.
 */
export function mergeBins(marginal: FineMarginal, total: number, binLimit: number): Binning {
  const { ordered } = marginal
  const absent = absentCells(marginal)
  const cellWeights = consistentCells(marginal, absent, total)
  const binning = ordered
    ? mergeOrdered(marginal, cellWeights, total, binLimit)
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

function mergeOrdered(
  { noisy, variances }: FineMarginal,
  weights: Float64Array,
  total: number,
  binLimit: number,
): { binOfCell: Int32Array; binCount: number } {
  const binOfCell = new Int32Array(noisy.length)
  const target = total / binLimit
  let bin = 0
  let mass = 0
  for (let cell = 0; cell < noisy.length - 1; cell++) {
    const weight = weights[cell]!
    const isSpike = weight >= target && weight > 4 * Math.sqrt(variances[cell]!)
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

/** Standard deviations a special cell must stand above zero to count as present. */
const PRESENCE_DEVIATIONS = 3

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

/**
 * Returns the noisy count of each bin and its variance, which is smaller for blocks than for as
 * many cells.
 */
export function noisyBins(marginal: FineMarginal, binning: Binning): NoisyMargin {
  const counts = sumByBin(marginal.noisy, binning)
  const variances = sumByBin(marginal.variances, binning)
  if (marginal.blocks) subtractShared(variances, marginal.variances[0]!, marginal.blocks, binning)
  return { counts, variances }
}

/**
 * Cells of a block move together so as to sum to it: k of its m cells have the noise of k cells, less the k/m of it
 * that they would share with the others, plus k/m of the block's.
 */
function subtractShared(
  variances: Float64Array,
  ofCell: number,
  { blockOfCell, variances: ofBlocks, sizes }: Blocks,
  { binOfCell, binCount }: Binning,
): void {
  const members = new Map<number, number>()
  blockOfCell.forEach((block, cell) => {
    const key = block * binCount + binOfCell[cell]!
    members.set(key, (members.get(key) ?? 0) + 1)
  })
  for (const [key, count] of members) {
    const block = Math.floor(key / binCount)
    const share = count / sizes[block]!
    variances[key % binCount]! += share * share * ofBlocks[block]! - share * count * ofCell
  }
}
