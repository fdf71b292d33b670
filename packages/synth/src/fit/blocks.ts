import { addNoise } from '../rng/discrete-gaussian.ts'
import type { RandomSource } from '../rng/random-source.ts'
import { cellCount, type Grid } from '../schema/grid.ts'
import type { Blocks, FineMarginal } from './fine-marginal.ts'
import { upperNormalQuantile } from './normal-quantile.ts'
import { sigmaOfRho } from './privacy-accountant.ts'

const BLOCK_CELLS = 16
/** On grids with fewer cells, blocks would cost more than they tell. */
const MIN_CELLS = 64
/** Of a column's budget. A third to a half did equally well on four public tables. */
const BLOCK_SHARE = 0.4

/** Noisy counts of an ordered column's cells. Costs `rho`. */
export function noisyCells(exact: Float64Array, rho: number, random: RandomSource): FineMarginal {
  const sigma = sigmaOfRho(rho)
  const variances = new Float64Array(exact.length).fill(sigma * sigma)
  return { noisy: addNoise(exact, sigma, random), variances, ordered: true }
}

/**
 * Noisy counts of a grid's cells and, on a fine grid, of blocks of them: a sum of many cells has the noise of
 * all, so where a column lies, and how much of it, is seen far better in blocks that are counted as such. The two
 * are reconciled by least squares, so cells sum to their blocks. Costs `rho`. Source: Hay et al., "Boosting the
 * Accuracy of Differentially Private Histograms Through Consistency", 2010, with two levels.
 */
export function noisyCellsAndBlocks(
  exact: Float64Array,
  grid: Grid,
  rho: number,
  random: RandomSource,
): FineMarginal {
  if (cellCount(grid) < MIN_CELLS) return noisyCells(exact, rho, random)
  const rhoCells = (1 - BLOCK_SHARE) * rho
  const cells = noisyCells(exact, rhoCells, random)
  const blocks = noisyBlocks(exact, cells, blocksOf(grid), BLOCK_SHARE * rho, random)
  return { ...cells, noisy: fitToBlocks(cells.noisy, blocks), blocks }
}

/** Blocks begin at the cell of zero, which is where values begin or pile up in most columns. */
function blocksOf(grid: Grid): Int32Array {
  const before = Math.max(0, grid.starts.indexOf(0)) % BLOCK_CELLS
  const shift = before === 0 ? 0 : BLOCK_CELLS - before
  return Int32Array.from({ length: cellCount(grid) }, (_, cell) =>
    Math.floor((cell + shift) / BLOCK_CELLS),
  )
}

/** The inverse-variance mean of each block's own noisy count and the sum of its noisy cells. */
function noisyBlocks(
  exact: Float64Array,
  cells: FineMarginal,
  blockOfCell: Int32Array,
  rho: number,
  random: RandomSource,
): Blocks {
  const blockCount = blockOfCell.at(-1)! + 1
  const [own, sums] = [new Float64Array(blockCount), new Float64Array(blockCount)]
  const sizes = new Int32Array(blockCount)
  blockOfCell.forEach((block, cell) => {
    own[block]! += exact[cell]!
    sums[block]! += cells.noisy[cell]!
    sizes[block]!++
  })
  const sigma = sigmaOfRho(rho)
  const counts = addNoise(own, sigma, random)
  const variances = new Float64Array(blockCount)
  for (let block = 0; block < blockCount; block++) {
    const weight = 1 / (sigma * sigma)
    const cellWeight = 1 / (sizes[block]! * cells.variances[0]!)
    variances[block] = 1 / (weight + cellWeight)
    counts[block] = (counts[block]! * weight + sums[block]! * cellWeight) * variances[block]!
  }
  return { blockOfCell, counts, variances, sizes }
}

/** Shifts the cells of each block by one amount, so that they sum to the block. */
function fitToBlocks(noisy: Float64Array, { blockOfCell, counts, sizes }: Blocks): Float64Array {
  const rest = Float64Array.from(counts)
  blockOfCell.forEach((block, cell) => {
    rest[block]! -= noisy[cell]!
  })
  return noisy.map((count, cell) => {
    const block = blockOfCell[cell]
    return block === undefined ? count : count + rest[block]! / sizes[block]!
  })
}

/** Probability that noise alone makes any block of a column seem to hold rows. */
const FALSE_PRESENCE = 1e-3
/** The same of one block beside a block that holds rows. */
const FALSE_TAIL = 1e-3
/** How many blocks beyond one that clearly holds rows a tail may go on. */
const TAIL_BLOCKS = 3

/** Which blocks hold rows: those that clearly do, and tails that go on from them. All if none does. */
export function presentBlocks({ counts, variances }: Blocks): Uint8Array {
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
  return present.includes(1) ? present : present.fill(1)
}
