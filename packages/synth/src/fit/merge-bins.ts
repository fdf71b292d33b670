import { normSub } from './norm-sub.ts'
import { upperNormalQuantile } from './normal-quantile.ts'

/** Noisy counts over a column's finest cells; the last cell holds the missing values. */
export type FineMarginal = {
  noisy: Float64Array
  variances: Float64Array
  ordered: boolean
}

export type Binning = {
  /** The bin of each fine cell. */
  binOfCell: Int32Array
  binCount: number
  /** The fine counts made consistent: not negative, summing to the total. */
  cellWeights: Float64Array
}

const MAX_BINS = 64
const MIN_BINS = 6

/** Bins per column so that an average cell of an edge stays above its noise `sigmaEdge`. */
export function maxBins(total: number, sigmaEdge: number): number {
  return Math.max(MIN_BINS, Math.min(MAX_BINS, Math.floor(Math.sqrt((0.5 * total) / sigmaEdge))))
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
  const cellWeights = consistentWeights(marginal, absent, total)
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
  // What is left over at the end belongs to the last bin, not to one of its own.
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

/** Grids finer than this have cells that are empty in any table. */
const MIN_CELLS_TO_CUT = 200

/** Norm-sub of the cells that are present. */
function consistentWeights(marginal: FineMarginal, absent: number[], total: number): Float64Array {
  const { noisy } = marginal
  const last = noisy.length - 1
  const isCut = marginal.ordered && noisy.length >= MIN_CELLS_TO_CUT
  const present = isCut ? presentCells(marginal) : new Uint8Array(last).fill(1)
  if (!present.includes(1)) present.fill(1)
  const kept: number[] = []
  for (let cell = 0; cell <= last; cell++) {
    if (present[cell] !== 0 && !absent.includes(cell)) kept.push(cell)
  }
  const projected = normSub(
    kept.map((cell) => noisy[cell]!),
    total,
  )
  const weights = new Float64Array(noisy.length)
  kept.forEach((cell, i) => {
    weights[cell] = projected[i]!
  })
  return weights
}

/** Blocks of up to this many cells are tested for rows that single cells are too noisy to show. */
const MAX_BLOCK_CELLS = 64
/** Probability that noise alone makes any block of a column pass. */
const FALSE_PRESENCE = 1e-3

/**
 * Which cells of an ordered column clearly hold rows; the others' noise would add up to rows where
 * the original has none. Single cells are tested first, then ever larger blocks of what is left,
 * because m cells together have m times the rows but only sqrt(m) times the noise.
 */
export function presentCells({ noisy, variances }: FineMarginal): Uint8Array {
  const cells = noisy.length - 1
  const present = new Uint8Array(cells)
  const threshold = upperNormalQuantile(FALSE_PRESENCE / (2 * cells))
  for (let size = 1; size <= MAX_BLOCK_CELLS; size *= 2) {
    for (let start = 0; start < cells; start += size) {
      const end = Math.min(cells, start + size)
      let rows = 0
      let variance = 0
      for (let cell = start; cell < end; cell++) {
        if (present[cell] === 1) continue
        rows += noisy[cell]!
        variance += variances[cell]!
      }
      if (variance > 0 && rows >= threshold * Math.sqrt(variance)) present.fill(1, start, end)
    }
  }
  return present
}

/** Sums of fine cells per bin. */
export function sumByBin(values: ArrayLike<number>, binning: Binning): Float64Array {
  const sums = new Float64Array(binning.binCount)
  for (let cell = 0; cell < binning.binOfCell.length; cell++) {
    sums[binning.binOfCell[cell]!]! += values[cell]!
  }
  return sums
}
