import type { TreeModel } from '../fit/tree-model.ts'
import { allocate } from '../rng/allocate.ts'
import type { RandomSource } from '../rng/random-source.ts'

/**
 * `rowCount` rows of bin indexes, one array per column of the model, parents before children.
 * Each conditional is rounded per parent state, so the sample's tables stay within one unit per
 * cell of what the parent's sampled counts imply.
 */
export function sampleTree(model: TreeModel, rowCount: number, random: RandomSource): Int32Array[] {
  const { tree, margins, edges } = model
  const sampled: Int32Array[] = margins.map(() => new Int32Array(0))
  for (const column of tree.order) {
    const edge = edges[column]
    sampled[column] = edge
      ? sampleChild(edge, sampled[tree.parent[column]!]!, margins[column]!, random)
      : allocate(rowCount, margins[column]!, random)
  }
  return sampled
}

function sampleChild(
  edge: Float64Array,
  parentBins: Int32Array,
  margin: Float64Array,
  random: RandomSource,
): Int32Array {
  const binCount = margin.length
  const children = new Int32Array(parentBins.length)
  groupByBin(parentBins, edge.length / binCount).forEach((rows, bin) => {
    if (rows.length === 0) return
    const conditional = edge.subarray(bin * binCount, (bin + 1) * binCount)
    const weights = conditional.some((weight) => weight > 0) ? conditional : margin
    const drawn = allocate(rows.length, weights, random)
    for (let i = 0; i < rows.length; i++) children[rows[i]!] = drawn[i]!
  })
  return children
}

/** The row numbers of each bin. */
export function groupByBin(bins: Int32Array, binCount: number): Int32Array[] {
  const sizes = new Int32Array(binCount)
  for (let row = 0; row < bins.length; row++) sizes[bins[row]!]!++
  const groups = Array.from(sizes, (size) => new Int32Array(size))
  sizes.fill(0)
  for (let row = 0; row < bins.length; row++) {
    const bin = bins[row]!
    groups[bin]![sizes[bin]!++] = row
  }
  return groups
}
