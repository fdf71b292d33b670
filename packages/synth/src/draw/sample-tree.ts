import type { TreeModel } from '../model/tree-model.ts'
import { allocate } from '../random/allocate.ts'
import type { RandomSource } from '../random/random-source.ts'
import { groupByBin } from './group-by-bin.ts'

/**
 * `rowCount` rows of bin indexes, one array per column of the model, of which the first may be given. Each other column
 * is drawn given its parent's bin; what is drawn for each is rounded, so the sample's tables stay close to the model's.
 */
export function sampleTreePath(
  { tree, margins, edges }: TreeModel,
  rowCount: number,
  random: RandomSource,
  context: Int32Array[] = [],
): Int32Array[] {
  const sampled = margins.map((_, column) => context[column] ?? new Int32Array(0))
  for (const column of tree.order) {
    if (column < context.length) continue
    const [edge, margin] = [edges[column], margins[column]!]
    sampled[column] = edge
      ? drawGiven(edge, sampled[tree.parent[column]!]!, margin, random)
      : allocate(rowCount, margin, random)
  }
  return sampled
}

function drawGiven(
  table: Float64Array,
  parentBins: Int32Array,
  margin: Float64Array,
  random: RandomSource,
): Int32Array {
  const binCount = margin.length
  const bins = new Int32Array(parentBins.length)
  groupByBin(parentBins, table.length / binCount).forEach((rows, parentBin) => {
    if (rows.length === 0) return
    const conditional = table.subarray(parentBin * binCount, (parentBin + 1) * binCount)
    const weights = conditional.some((weight) => weight > 0) ? conditional : margin
    const drawn = allocate(rows.length, weights, random)
    for (let i = 0; i < rows.length; i++) bins[rows[i]!] = drawn[i]!
  })
  return bins
}
