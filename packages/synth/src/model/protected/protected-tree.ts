import { at } from '../pairs/at.ts'
import { bestSplit } from './best-split.ts'
import type { BinMatrix, MatrixColumn } from './bin-matrix.ts'
import { histogramLayout, type NodeHistogram, openHistograms } from './node-histogram.ts'

/**
 * Sets the least number of training rows in a leaf, so that every drawn value is drawn from at
 * least that many.
 */
export const MIN_LEAF_ROWS = 100

/** Bounds memory; balanced trees of 200,000 rows have 11 levels. */
const MAX_DEPTH = 40

export type TreeNode =
  /** Rows whose bin b of `column` has `goesLeft[b]` of 1 go to the node at position `left`, others to `right`. */
  | { column: number; goesLeft: Uint8Array; left: number; right: number }
  /** Training rows of a leaf per bin of the target. */
  | { counts: Float64Array }

/** Node 0 is the root. */
export type Tree = TreeNode[]

/**
 * Fits a tree that predicts the target's bins from the features', by histograms. Source: Breiman et
 * al., "Classification and Regression Trees", 1984.
 */
export function fitTree(matrix: BinMatrix, target: MatrixColumn, features: MatrixColumn[]): Tree {
  const layout = histogramLayout(target, features)
  const histograms = openHistograms(matrix, layout)
  const rows = Int32Array.from({ length: matrix.rowCount }, (_, row) => row)
  const spare = new Int32Array(matrix.rowCount)
  const tree: Tree = []

  /** Grows the node of `rows` from `start` to `end`; without a histogram it is a leaf. */
  const grow = (start: number, end: number, depth: number, histogram: NodeHistogram | null) => {
    const split = histogram && depth < MAX_DEPTH && bestSplit(layout, histogram, MIN_LEAF_ROWS)
    if (!split) {
      if (histogram) histograms.release(histogram)
      tree.push({ counts: countTarget(matrix, target, rows.subarray(start, end)) })
      return
    }
    const middle = partition(matrix, rows, spare, start, end, split)
    const node = { ...split, left: tree.length + 1, right: 0 }
    tree.push(node)
    const [left, right] = divide(histogram, start, middle, end)
    grow(start, middle, depth + 1, left)
    node.right = tree.length
    grow(middle, end, depth + 1, right)
  }

  /** Counts the smaller side and subtracts it to get the larger one. */
  const divide = (whole: NodeHistogram, start: number, middle: number, end: number) => {
    const isLeftSmaller = middle - start < end - middle
    const small = isLeftSmaller
      ? histograms.count(rows, start, middle)
      : histograms.count(rows, middle, end)
    const large = histograms.subtract(whole, small)
    const sides = isLeftSmaller ? [small, large] : [large, small]
    return sides.map((side) => {
      if (side.rowCount >= 2 * MIN_LEAF_ROWS) return side
      histograms.release(side)
      return null
    }) as [NodeHistogram | null, NodeHistogram | null]
  }

  const isSplittable = features.length > 0 && rows.length >= 2 * MIN_LEAF_ROWS
  grow(0, rows.length, 0, isSplittable ? histograms.count(rows, 0, rows.length) : null)
  return tree
}

function countTarget(
  { bins, width }: BinMatrix,
  { column, binCount }: MatrixColumn,
  rows: Int32Array,
): Float64Array {
  const counts = new Float64Array(binCount)
  for (let i = 0; i < rows.length; i++) counts[bins[rows[i]! * width + column]!]!++
  return withoutLoneRows(counts)
}

/** A bin that fewer rows of a leaf have is not drawn in it. */
const MIN_ROWS_OF_BIN = 2

/**
 * Moves rows that are alone in their bin to the nearest bin of more: a twin that draws it would show those who know a row
 * unlike all others that it was there. Leaves that hold nothing else stay as they are.
 */
function withoutLoneRows(counts: Float64Array): Float64Array {
  const kept = [...counts.keys()].filter((bin) => at(counts, bin) >= MIN_ROWS_OF_BIN)
  if (kept.length === 0) return counts
  const moved = new Float64Array(counts.length)
  for (const [bin, rows] of counts.entries()) {
    if (rows === 0) continue
    const nearest = kept.reduce((best, other) =>
      Math.abs(other - bin) < Math.abs(best - bin) ? other : best,
    )
    moved[nearest] = at(moved, nearest) + rows
  }
  return moved
}

/** Moves the rows that go left before the others; returns where the others start. */
function partition(
  { bins, width }: BinMatrix,
  rows: Int32Array,
  spare: Int32Array,
  start: number,
  end: number,
  { column, goesLeft }: { column: number; goesLeft: Uint8Array },
): number {
  let middle = start
  let moved = 0
  for (let i = start; i < end; i++) {
    const row = rows[i]!
    if (goesLeft[bins[row * width + column]!] === 1) rows[middle++] = row
    else spare[moved++] = row
  }
  rows.set(spare.subarray(0, moved), middle)
  return middle
}

/** Returns the position of the leaf that a row of bins falls into. */
export function leafOf(tree: Tree, { bins, width }: BinMatrix, row: number): number {
  let position = 0
  for (;;) {
    const node = tree[position]!
    if ('counts' in node) return position
    position = node.goesLeft[bins[row * width + node.column]!] === 1 ? node.left : node.right
  }
}
