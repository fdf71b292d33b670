import { addNoise } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { cellCount, type Grid } from '../../schema/infer/grid.ts'
import type { Blocks, FineMarginal } from '../measure/fine-marginal.ts'
import { mostLikelyBin } from '../most-likely-bin.ts'
import { upperNormalQuantile } from './normal-quantile.ts'
import { sigmaOfRho } from './privacy-accountant.ts'

const BLOCK_CELLS = 16
/** Sets the least number of cells for blocks: on smaller grids they would cost more than they reveal. */
const MIN_CELLS = 64
/**
 * Sets the share of a column's budget. A third to a half did equally well on four public tables.
 */
export const BLOCK_SHARE = 0.4

/** Counts an ordered column's cells with noise. Costs `rho`. */
export function noisyCells(exact: Float64Array, rho: number, random: RandomSource): FineMarginal {
  const sigma = sigmaOfRho(rho)
  const variances = new Float64Array(exact.length).fill(sigma * sigma)
  return { noisy: addNoise(exact, sigma, random), variances, ordered: true }
}

/**
 * Measures noisy counts of a grid's cells and, on a fine grid, of blocks of them: a sum of many
 * cells has the noise of all, so the range of a column, and its mass, are measured far better in
 * blocks that are counted as such. The two are reconciled by least squares, so cells sum to their
 * blocks. Costs `rho`. Source: Hay et al., "Boosting the Accuracy of Differentially Private
 * Histograms Through Consistency", 2010, with two levels.
 */
export function noisyCellsAndBlocks(
  exact: Float64Array,
  grid: Grid,
  rho: number,
  random: RandomSource,
): FineMarginal {
  if (cellCount(grid) < MIN_CELLS) return noisyCells(exact, rho, random)
  const counted = countBlocks(exact, blocksOf(grid), BLOCK_SHARE * rho, random)
  const cells = noisyCells(exact, (1 - BLOCK_SHARE) * rho, random)
  return joinBlocks(cells, counted)
}

/**
 * Returns blocks of cells. They start at the cell of zero, where values start or accumulate in most
 * columns.
 */
export function blocksOf(grid: Grid): Int32Array {
  const before = Math.max(0, grid.starts.indexOf(0)) % BLOCK_CELLS
  const shift = before === 0 ? 0 : BLOCK_CELLS - before
  return Int32Array.from({ length: cellCount(grid) }, (_, cell) =>
    Math.floor((cell + shift) / BLOCK_CELLS),
  )
}

/** Holds noisy counts of blocks, with one variance. */
export type CountedBlocks = { blockOfCell: Int32Array; counts: Float64Array; variance: number }

/** Sums exact counts of cells by block and adds noise. Costs `rho`. */
export function countBlocks(
  exact: Float64Array,
  blockOfCell: Int32Array,
  rho: number,
  random: RandomSource,
): CountedBlocks {
  const sums = new Float64Array(blockOfCell.at(-1)! + 1)
  blockOfCell.forEach((block, cell) => {
    sums[block]! += exact[cell]!
  })
  const sigma = sigmaOfRho(rho)
  return { blockOfCell, counts: addNoise(sums, sigma, random), variance: sigma * sigma }
}

/**
 * Sets each block's count to the inverse-variance mean of its own and the sum of its noisy cells,
 * which are then shifted by one amount per block to sum to it.
 */
export function joinBlocks(cells: FineMarginal, counted: CountedBlocks): FineMarginal {
  const { blockOfCell } = counted
  const sums = new Float64Array(counted.counts.length)
  const sizes = new Int32Array(sums.length)
  blockOfCell.forEach((block, cell) => {
    sums[block]! += cells.noisy[cell]!
    sizes[block]!++
  })
  const weight = 1 / counted.variance
  const cellWeights = Float64Array.from(sizes, (size) => 1 / (size * cells.variances[0]!))
  const variances = cellWeights.map((cellWeight) => 1 / (weight + cellWeight))
  const counts = counted.counts.map(
    (count, block) => (count * weight + sums[block]! * cellWeights[block]!) * variances[block]!,
  )
  const noisy = cells.noisy.map((count, cell) => {
    const block = blockOfCell[cell]
    return block === undefined ? count : count + (counts[block]! - sums[block]!) / sizes[block]!
  })
  return { ...cells, noisy, blocks: { blockOfCell, counts, variances, sizes } }
}

/** Probability that noise alone makes any block of a column seem to hold rows. */
const FALSE_PRESENCE = 1e-3
/** Sets the probability of taking one empty block for a tail next to a block with rows. */
const FALSE_TAIL = 1e-3
/** Limits the blocks of a tail beyond one that clearly contains rows. */
const TAIL_BLOCKS = 3

/**
 * Returns the blocks that contain rows: those that clearly do, and tails that extend from them. If
 * none does, returns the most likely block for all `total` rows if a prior is given, otherwise all
 * blocks.
 */
export function presentBlocks(blocks: Omit<Blocks, 'blockOfCell'>, total: number): Uint8Array {
  const { counts, variances, surprises } = blocks
  const stands = (block: number, tail: number) =>
    counts[block]! > upperNormalQuantile(tail) * Math.sqrt(variances[block]!)
  let present = Uint8Array.from(counts, (_, block) =>
    stands(block, FALSE_PRESENCE / counts.length) ? 1 : 0,
  )
  for (let step = 0; step < TAIL_BLOCKS; step++) {
    present = present.map((is, block) => {
      const isBeside = present[block - 1] === 1 || present[block + 1] === 1
      return is === 1 || (isBeside && stands(block, FALSE_TAIL)) ? 1 : 0
    })
  }
  if (present.includes(1)) return present
  if (!surprises) return present.fill(1)
  present[mostLikelyBin(counts, variances, surprises, total)] = 1
  return present
}
