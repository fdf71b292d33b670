import type { BinMatrix } from '../model/protected/bin-matrix.ts'
import { leafOf, type Tree } from '../model/protected/protected-tree.ts'
import { allocate } from '../random/allocate.ts'
import type { RandomSource } from '../random/random-source.ts'
import { groupByBin } from './group-by-bin.ts'

/**
 * Draws `rowCount` rows of bins, one array per tree: each column is drawn from the leaf that the
 * columns before it lead to, of which the first are given.
 */
export function sampleTrees(
  trees: Tree[],
  rowCount: number,
  random: RandomSource,
  context: Int32Array[],
): Int32Array[] {
  const width = context.length + trees.length
  const matrix: BinMatrix = { rowCount, width, bins: new Uint8Array(rowCount * width) }
  for (const [column, bins] of context.entries())
    for (let row = 0; row < rowCount; row++) matrix.bins[row * width + column] = bins[row]!
  return trees.map((tree, i) => {
    const column = context.length + i
    const leaves = new Int32Array(rowCount)
    for (let row = 0; row < rowCount; row++) leaves[row] = leafOf(tree, matrix, row)
    const bins = new Int32Array(rowCount)
    groupByBin(leaves, tree.length).forEach((rows, position) => {
      const leaf = tree[position]!
      if (rows.length === 0 || !('counts' in leaf)) return
      const drawn = allocate(rows.length, leaf.counts, random)
      for (let i = 0; i < rows.length; i++) {
        bins[rows[i]!] = drawn[i]!
        matrix.bins[rows[i]! * width + column] = drawn[i]!
      }
    })
    return bins
  })
}
