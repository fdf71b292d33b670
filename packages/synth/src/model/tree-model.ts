import { independentCounts, type NoisyPairs } from './measure/pair-tables.ts'
import { normSub } from './private/norm-sub.ts'
import type { NoisyMargin } from './protected/merge-bins.ts'
import { shrink } from './protected/shrink.ts'
import { strongestTree, type Tree } from './spanning-tree.ts'

export type TreeModel = {
  tree: Tree
  /** Counts per bin and column. */
  margins: Float64Array[]
  /** Holds, per column, the table of parent bin by own bin, row-major; null at a root. */
  edges: (Float64Array | null)[]
}

/** Rounds of alternating projections; more moved nothing on Adult. */
const PROJECTION_ROUNDS = 12

/**
 * Returns the tree of the strongest dependencies among some noisy pairs, whose tables agree on
 * shared columns and sum to `total`. The first `givenCount` columns are its roots. Post-processing
 * of noisy counts, so it costs nothing.
 */
export function fitTreeModel(
  oneWay: NoisyMargin[],
  pairs: NoisyPairs,
  total: number,
  givenCount = 0,
): TreeModel {
  const margins = reconcileMargins(oneWay, pairs, total)
  const links = pairs.tables.map((table) => {
    const { a, b, counts } = table
    const expected = independentCounts(margins[a]!, margins[b]!, total)
    const distance = counts.reduce((sum, count, cell) => sum + Math.abs(count - expected[cell]!), 0)
    const ofNoise = Math.sqrt(2 / Math.PI) * pairs.sigma * counts.length
    return { a, b, table, expected, strength: distance - ofNoise }
  })
  const tree = strongestTree(margins.length, links, givenCount)
  const edges = margins.map((margin, child) => {
    const parent = tree.parent[child]!
    const link = links.find(
      ({ a, b }) => a === Math.min(parent, child) && b === Math.max(parent, child),
    )
    if (!link) return null
    const counts = shrink(link.table.counts, link.expected, pairs.sigma)
    const byParent = parent < child ? counts : transpose(counts, margin.length)
    return projectEdge(byParent, margins[parent]!, margin)
  })
  return { tree, margins, edges }
}

/** Inverse-variance means of every table that shows a column's bins, made consistent. */
function reconcileMargins(
  oneWay: NoisyMargin[],
  { tables, sigma }: NoisyPairs,
  total: number,
): Float64Array[] {
  const weights = oneWay.map(({ variances }) => variances.map((variance) => 1 / variance))
  const sums = oneWay.map(({ counts }, j) => counts.map((count, bin) => count * weights[j]![bin]!))
  for (const { a, b, counts } of tables) {
    const [binsA, binsB] = [weights[a]!.length, weights[b]!.length]
    const weightA = 1 / (sigma * sigma * binsB)
    const weightB = 1 / (sigma * sigma * binsA)
    for (let cell = 0; cell < counts.length; cell++) {
      sums[a]![Math.floor(cell / binsB)]! += counts[cell]! * weightA
      sums[b]![cell % binsB]! += counts[cell]! * weightB
    }
    for (let i = 0; i < binsA; i++) weights[a]![i]! += weightA
    for (let k = 0; k < binsB; k++) weights[b]![k]! += weightB
  }
  return sums.map((sum, j) =>
    normSub(
      sum.map((value, bin) => value / weights[j]![bin]!),
      total,
    ),
  )
}

/** Transposes a row-major table with the given number of rows. */
export function transpose(counts: Float64Array, rows: number): Float64Array {
  const columns = counts.length / rows
  return counts.map((_, cell) => counts[(cell % rows) * columns + Math.floor(cell / rows)]!)
}

/** Adjusts rows and columns alternately to the two margins by norm-sub; the columns come last. */
export function projectEdge(
  table: Float64Array,
  rowTotals: Float64Array,
  columnTotals: Float64Array,
): Float64Array {
  const rows = rowTotals.length
  const columns = columnTotals.length
  const projected = Float64Array.from(table)
  const column = new Float64Array(rows)
  for (let round = 0; round < PROJECTION_ROUNDS; round++) {
    for (let r = 0; r < rows; r++) {
      const row = projected.subarray(r * columns, (r + 1) * columns)
      row.set(normSub(row, rowTotals[r]!))
    }
    for (let c = 0; c < columns; c++) {
      for (let r = 0; r < rows; r++) column[r] = projected[r * columns + c]!
      const fitted = normSub(column, columnTotals[c]!)
      for (let r = 0; r < rows; r++) projected[r * columns + c] = fitted[r]!
    }
  }
  return projected
}
