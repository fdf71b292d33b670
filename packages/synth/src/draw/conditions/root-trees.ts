import type { FittedColumn, ProtectedModel } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import type { BinMatrix } from '../../model/protected/bin-matrix.ts'
import { sumByBin } from '../../model/protected/merge-bins.ts'
import { leafOf, type Tree } from '../../model/protected/protected-tree.ts'
import { allocate } from '../../random/allocate.ts'
import { type RandomSource, uniform } from '../../random/random-source.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { groupByBin } from '../group-by-bin.ts'
import type { RootedBins } from './rooted-bins.ts'

/** Rows from which the share of those that meet the conditions is estimated, with a random source of their own. */
const PILOT_ROWS = 4000

/**
 * Draws bins of rows that meet conditions: a conditioned column takes those of its leaf's rows that meet them, and a row is
 * kept with a probability of how many these are, so that what comes before in the row is as likely as among all rows.
 * Rows come in parts that may be empty.
 */
export function rootTrees(
  { trees, columns }: ProtectedModel,
  narrowed: ReadonlyMap<number, FittedColumn>,
): RootedBins {
  const shares = new Map(
    [...narrowed].map(([place, { binning }]) => {
      const whole = sumByBin(at(columns, place).binning.cellWeights, binning)
      const part = sumByBin(binning.cellWeights, binning)
      return [place, part.map((weight, bin) => (at(whole, bin) > 0 ? weight / at(whole, bin) : 0))]
    }),
  )
  let most = 1
  for (const [place, share] of shares)
    most *= at(trees, place).reduce(
      (found, node) => ('counts' in node ? Math.max(found, massOf(node.counts, share)) : found),
      0,
    )
  const { weights } = drawForced(trees, shares, PILOT_ROWS, seededRandom(1))
  return {
    mass: weights.reduce((sum, weight) => sum + weight, 0) / PILOT_ROWS,
    draw(rowCount, random) {
      const forced = drawForced(trees, shares, rowCount, random)
      const kept = [...forced.weights.keys()].filter(
        (row) => uniform(random) * most < at(forced.weights, row),
      )
      return forced.bins.map((bins) => Int32Array.from(kept, (row) => at(bins, row)))
    },
  }
}

/** Draws rows whose conditioned columns meet their conditions, each with the probability that they would have. */
function drawForced(
  trees: Tree[],
  shares: Map<number, Float64Array>,
  rowCount: number,
  random: RandomSource,
): { bins: Int32Array[]; weights: Float64Array } {
  const matrix: BinMatrix = {
    rowCount,
    width: trees.length,
    bins: new Uint8Array(rowCount * trees.length),
  }
  const weights = new Float64Array(rowCount).fill(1)
  const bins = trees.map((tree, column) => {
    const leaves = Int32Array.from({ length: rowCount }, (_, row) => leafOf(tree, matrix, row))
    const own = new Int32Array(rowCount)
    const share = shares.get(column)
    for (const [position, rows] of groupByBin(leaves, tree.length).entries()) {
      const leaf = at(tree, position)
      if (rows.length === 0 || !('counts' in leaf)) continue
      const counts = share ? leaf.counts.map((count, bin) => count * at(share, bin)) : leaf.counts
      const drawn = allocate(rows.length, counts, random)
      const mass = share ? massOf(leaf.counts, share) : 1
      for (const [i, row] of rows.entries()) {
        own[row] = at(drawn, i)
        matrix.bins[row * trees.length + column] = at(drawn, i)
        weights[row] = at(weights, row) * mass
      }
    }
    return own
  })
  return { bins, weights }
}

/** Returns the share of a leaf's rows that meet conditions. */
function massOf(counts: Float64Array, share: Float64Array): number {
  let [all, kept] = [0, 0]
  for (let bin = 0; bin < counts.length; bin++) {
    all += at(counts, bin)
    kept += at(counts, bin) * at(share, bin)
  }
  return all > 0 ? kept / all : 0
}
