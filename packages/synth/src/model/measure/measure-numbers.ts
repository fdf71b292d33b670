import type { RandomSource } from '../../random/random-source.ts'
import {
  cellCount,
  decimalGrid,
  digitsOfCells,
  type Grid,
  refineGrid,
} from '../../schema/infer/grid.ts'
import {
  BLOCK_SHARE,
  blocksOf,
  type CountedBlocks,
  countBlocks,
  joinBlocks,
  noisyCells,
} from '../private/noisy-blocks.ts'
import { sigmaOfRho } from '../private/privacy-accountant.ts'
import type { FineMarginal } from './fine-marginal.ts'
import type { Measure } from './measure.ts'

/** Tables of so many deviations of a block's noise fill blocks enough for them to stand out. */
const CLEAR_DEVIATIONS = 50

/**
 * Measures a column of numbers without declared bounds: noisy counts of blocks of a decimal grid
 * show their range; then cells are counted, finer ones in blocks with many rows. In small tables,
 * whose rows would be lost among so many blocks, there is one block for each number of digits. A
 * row is in one block and one cell, regardless of the first measurement's effect on the second.
 * Costs `rho`.
 */
export async function measureNumbers(
  { measure, random }: { measure: Measure; random: RandomSource },
  index: number,
  rho: number,
  total: number,
): Promise<{ grid: Grid; marginal: FineMarginal }> {
  const base = decimalGrid(total)
  const exact = await measure.countCells(index, base)
  const rhoBlocks = BLOCK_SHARE * rho
  const rhoCells = rho - rhoBlocks
  if (total < CLEAR_DEVIATIONS * sigmaOfRho(rhoBlocks)) {
    const digits = digitsOfCells(base)
    const counted = countBlocks(exact, runsOf(digits), rhoBlocks, random)
    const cells = noisyCells(exact, rhoCells, random)
    const marginal = joinBlocks(cells, counted, counted.blockOfCell)
    const surprises = surprisesOf(digits)
    return { grid: base, marginal: { ...marginal, blocks: { ...marginal.blocks!, surprises } } }
  }
  const counted = countBlocks(exact, blocksOf(base), rhoBlocks, random)
  const widths = partWidths(base, counted, total, sigmaOfRho(rhoCells))
  const { grid, cellOfPart } = refineGrid(base, widths)
  const fine = grid === base ? exact : await measure.countCells(index, grid)
  const blockOfPart = cellOfPart.map((cell) => counted.blockOfCell[cell]!)
  return { grid, marginal: joinBlocks(noisyCells(fine, rhoCells, random), counted, blockOfPart) }
}

/** Numbers neighbors of one value by one. */
function runsOf(values: Int32Array): Int32Array {
  let run = 0
  return values.map((value, i) => (i > 0 && value !== values[i - 1] ? ++run : run))
}

/** Each digit more makes a column e times rarer, and so does a minus. */
function surprisesOf(digits: Int32Array): Float64Array {
  const runs = digits.filter((count, cell) => count !== digits[cell - 1])
  return Float64Array.from(runs, (count) => (count < 0 ? -count : count - 1))
}

/** Blocks of more than this share of the rows are looked at more closely. */
const HEAVY_SHARE = 1 / 2
/** Rows per part of a cell, in deviations of its noise. */
const PART_DEVIATIONS = 4
/**
 * Limits the parts of a block: the SQL for a value's cell and the tables of dependencies grow with
 * them.
 */
const MAX_PARTS = 250

/**
 * Returns the width in integers of the parts of each cell, so that heavy blocks are split into
 * parts that exceed their noise.
 */
function partWidths(
  grid: Grid,
  { blockOfCell, counts }: CountedBlocks,
  total: number,
  sigma: number,
): Float64Array {
  const spans = new Float64Array(counts.length)
  const widths = Float64Array.from({ length: cellCount(grid) }, (_, cell) => {
    const width = grid.starts[cell + 1]! - grid.starts[cell]!
    spans[blockOfCell[cell]!]! += width
    return width
  })
  return widths.map((width, cell) => {
    const block = blockOfCell[cell]!
    if (counts[block]! < HEAVY_SHARE * total) return width
    const parts = Math.min(MAX_PARTS, counts[block]! / (PART_DEVIATIONS * sigma))
    return Math.min(width, Math.ceil(spans[block]! / parts))
  })
}
