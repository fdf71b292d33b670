import { normSub } from './norm-sub.ts'
import type { Tree } from './spanning-tree.ts'

/** Noisy counts per bin of one column, with the variance of each. */
export type NoisyMargin = { counts: Float64Array; variances: Float64Array }

export type TreeModel = {
  tree: Tree
  /** Counts per bin and column. */
  margins: Float64Array[]
  /** Per column the table parent bin by own bin, row-major; null at the root. */
  edges: (Float64Array | null)[]
}

/** Rounds of alternating projections; more moved nothing on Adult. */
const PROJECTION_ROUNDS = 12

/**
 * Reconciles noisy one-way margins and noisy edge tables (parent by child, noise `sigmaEdge`) into
 * one model whose tables agree and sum to `total`. Margins are inverse-variance means of every
 * table that shows them; edges are then projected onto them, rows and columns in turn.
 */
export function fitTreeModel(
  tree: Tree,
  oneWay: NoisyMargin[],
  noisyEdges: (Float64Array | null)[],
  sigmaEdge: number,
  total: number,
): TreeModel {
  const weights = oneWay.map((margin) => margin.variances.map((variance) => 1 / variance))
  const sums = oneWay.map((margin, j) => margin.counts.map((count, k) => count * weights[j]![k]!))
  noisyEdges.forEach((table, child) => {
    if (!table) return
    const parent = tree.parent[child]!
    addProjection(table, sums[parent]!, weights[parent]!, sums[child]!, weights[child]!, sigmaEdge)
  })
  const margins = sums.map((sum, j) =>
    normSub(
      sum.map((value, k) => value / weights[j]![k]!),
      total,
    ),
  )
  const edges = noisyEdges.map((table, child) =>
    table ? projectEdge(table, margins[tree.parent[child]!]!, margins[child]!) : null,
  )
  return { tree, margins, edges }
}

function addProjection(
  table: Float64Array,
  rowSums: Float64Array,
  rowWeights: Float64Array,
  columnSums: Float64Array,
  columnWeights: Float64Array,
  sigma: number,
): void {
  const rows = rowSums.length
  const columns = columnSums.length
  const rowWeight = 1 / (sigma * sigma * columns)
  const columnWeight = 1 / (sigma * sigma * rows)
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const count = table[r * columns + c]!
      rowSums[r]! += count * rowWeight
      columnSums[c]! += count * columnWeight
    }
  }
  for (let r = 0; r < rows; r++) rowWeights[r]! += rowWeight
  for (let c = 0; c < columns; c++) columnWeights[c]! += columnWeight
}

/** Alternating norm-sub of rows and columns onto the two margins; the columns have the last word. */
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
