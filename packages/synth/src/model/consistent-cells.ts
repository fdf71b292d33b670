import type { Blocks, FineMarginal } from './measure/fine-marginal.ts'
import { presentBlocks } from './private/noisy-blocks.ts'
import { normSub } from './private/norm-sub.ts'
import { upperNormalQuantile } from './private/normal-quantile.ts'

/** Grids finer than this have cells that are empty in any table. */
const MIN_CELLS_TO_CUT = 200

/**
 * Makes the cells' counts consistent: zero where no rows are detected, nowhere negative, summing to
 * `total`.
 */
export function consistentCells(
  marginal: FineMarginal,
  absent: number[],
  total: number,
): Float64Array {
  if (marginal.tree) return marginal.noisy
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
  const present = presentBlocks(blocks, total)
  const kept = [...present.keys()].filter((block) => present[block] === 1)
  const shares = new Float64Array(blocks.counts.length)
  spread(shares, blocks.counts, kept, total - weights[last]!)
  const cellsOfBlock: number[][] = Array.from(shares, () => [])
  blocks.blockOfCell.forEach((block, cell) => {
    cellsOfBlock[block]!.push(cell)
  })
  for (const block of kept) {
    const cells = cellsOfBlock[block]!
    const share = shares[block]!
    const loud = significantCells(cells, marginal)
    if (loud.length === 0) spread(weights, inRuns(cells, marginal, share), cells, share)
    else if (isMoreThan(loud, cells, marginal, blocks.variances[block]!))
      spread(weights, noisy, cells, share)
    else spread(weights, noisy, loud, share)
  }
  return weights
}

/** Probability that noise alone makes any cell of a block stand out of it. */
const FALSE_LOUD = 0.02
/** Standard deviations by which the rest of a block stands out of nothing. */
const REST_DEVIATIONS = 3

function significantCells(cells: number[], { noisy, variances }: FineMarginal): number[] {
  const deviations = upperNormalQuantile(FALSE_LOUD / cells.length)
  return cells.filter((cell) => noisy[cell]! > deviations * Math.sqrt(variances[cell]!))
}

/** Returns true if the significant cells of a block do not account for all of its rows. */
function isMoreThan(
  loud: number[],
  cells: number[],
  { noisy, variances }: FineMarginal,
  blockVariance: number,
): boolean {
  const sum = (of: number[], values: Float64Array) => of.reduce((n, cell) => n + values[cell]!, 0)
  const rest = sum(cells, noisy) - sum(loud, noisy)
  return rest > REST_DEVIATIONS * Math.sqrt(blockVariance + sum(loud, variances))
}

/** Rows per run of cells, in deviations of its noise. */
const RUN_DEVIATIONS = 2

/**
 * The noisy counts with the cells of a block, none of which stands out, evened out in runs so long that rows, and not
 * noise, make their shape.
 */
function inRuns(cells: number[], { noisy, variances }: FineMarginal, rows: number): Float64Array {
  const noise = RUN_DEVIATIONS * Math.sqrt(cells.length * variances[cells[0]!]!)
  const runs = Math.max(1, Math.floor((rows / noise) ** 2))
  if (runs >= cells.length) return noisy
  const even = Float64Array.from(noisy)
  for (let run = 0; run < runs; run++) {
    const [from, to] = [run, run + 1].map((i) => Math.round((i * cells.length) / runs))
    const members = cells.slice(from, to)
    const mean = members.reduce((sum, cell) => sum + noisy[cell]!, 0) / members.length
    for (const cell of members) even[cell] = mean
  }
  return even
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
 * Returns the cells of an ordered column that clearly contain rows; the others' noise would add up
 * to rows where the original has none. Tests single cells first, then ever larger blocks of the
 * remaining ones, because m cells together have m times the rows but only sqrt(m) times the noise.
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
