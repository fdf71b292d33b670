import { presentBlocks } from './blocks.ts'
import type { Blocks, FineMarginal } from './fine-marginal.ts'
import { normSub } from './norm-sub.ts'
import { upperNormalQuantile } from './normal-quantile.ts'

/** Grids finer than this have cells that are empty in any table. */
const MIN_CELLS_TO_CUT = 200

/** The cells' counts made consistent: zero where no rows are seen, nowhere negative, summing to `total`. */
export function consistentCells(
  marginal: FineMarginal,
  absent: number[],
  total: number,
): Float64Array {
  if (marginal.blocks) return consistentByBlock(marginal, marginal.blocks, absent, total)
  const { noisy } = marginal
  const last = noisy.length - 1
  const isCut = marginal.ordered && noisy.length >= MIN_CELLS_TO_CUT
  const present = isCut ? presentCells(marginal) : new Uint8Array(last).fill(1)
  if (!present.includes(1)) present.fill(1)
  const kept: number[] = []
  for (let cell = 0; cell <= last; cell++) {
    if (present[cell] !== 0 && !absent.includes(cell)) kept.push(cell)
  }
  const weights = new Float64Array(noisy.length)
  spread(weights, noisy, kept, total)
  return weights
}

/** First the blocks share the total, then each block's cells share what it has. */
function consistentByBlock(
  marginal: FineMarginal,
  blocks: Blocks,
  absent: number[],
  total: number,
): Float64Array {
  const { noisy } = marginal
  const last = noisy.length - 1
  const weights = new Float64Array(noisy.length)
  if (!absent.includes(last)) weights[last] = Math.max(0, Math.min(total, noisy[last]!))
  const present = presentBlocks(blocks)
  const kept = [...present.keys()].filter((block) => present[block] === 1)
  const shares = new Float64Array(blocks.counts.length)
  spread(shares, blocks.counts, kept, total - weights[last]!)
  const cellsOfBlock: number[][] = Array.from(shares, () => [])
  blocks.blockOfCell.forEach((block, cell) => {
    cellsOfBlock[block]!.push(cell)
  })
  for (const block of kept) {
    const cells = cellsOfBlock[block]!
    const variance = blocks.variances[block]!
    spread(weights, noisy, filledCells(cells, marginal, variance), shares[block]!)
  }
  return weights
}

/** Standard deviations by which a cell stands out of its block, and the rest of a block out of nothing. */
const LOUD_DEVIATIONS = 3
const REST_DEVIATIONS = 3

/** The cells of a block that hold rows: single ones where they account for the block, otherwise all. */
function filledCells(
  cells: number[],
  { noisy, variances }: FineMarginal,
  blockVariance: number,
): number[] {
  const loud = cells.filter((cell) => noisy[cell]! > LOUD_DEVIATIONS * Math.sqrt(variances[cell]!))
  if (loud.length === 0) return cells
  const sum = (of: number[], values: Float64Array) => of.reduce((n, cell) => n + values[cell]!, 0)
  const rest = sum(cells, noisy) - sum(loud, noisy)
  const deviation = Math.sqrt(blockVariance + sum(loud, variances))
  return rest > REST_DEVIATIONS * deviation ? cells : loud
}

/** Norm-sub of the noisy counts at some positions, written there. */
function spread(
  weights: Float64Array,
  noisy: Float64Array,
  positions: number[],
  total: number,
): void {
  const projected = normSub(
    positions.map((position) => noisy[position]!),
    total,
  )
  positions.forEach((position, i) => {
    weights[position] = projected[i]!
  })
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
