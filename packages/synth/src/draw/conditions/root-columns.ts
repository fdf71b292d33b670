import type { PrivateModel } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import { strongestTree } from '../../model/spanning-tree.ts'
import { allocate } from '../../random/allocate.ts'
import type { RandomSource } from '../../random/random-source.ts'
import { groupByBin } from '../group-by-bin.ts'

/** Counts per pair of bins, row-major, of two columns by their places; null where the pair was not measured. */
export type BinTables = (a: number, b: number) => Float64Array | null

/** Draws the bins of conditioned columns, by their places; `mass` is the share of all rows that meet the conditions. */
export type Roots = {
  mass: number
  draw: (rowCount: number, random: RandomSource) => Map<number, Int32Array>
}

/**
 * Returns how conditioned columns are drawn, from the strongest tree among them: each bin by its rows that meet the
 * conditions on it and below it. `shares` has, by place, the share of each bin's rows that meet those on the column.
 */
export function sampleRoots(
  { tree: { margins }, total }: Pick<PrivateModel, 'tree' | 'total'>,
  shares: ReadonlyMap<number, Float64Array>,
  table: BinTables,
  strength: (a: number, b: number) => number,
): Roots {
  const roots = [...shares.keys()]
  const links = roots.flatMap((from, a) =>
    roots.slice(a + 1).flatMap((to, i) => {
      const force = strength(from, to)
      return force > 0 ? [{ a, b: a + 1 + i, strength: force }] : []
    }),
  )
  const { order, parent } = strongestTree(roots.length, links)
  const kept = [...shares.values()].map((share) => share.slice())
  const edges = roots.map((place, i) =>
    at(parent, i) < 0 ? null : table(at(roots, at(parent, i)), place),
  )
  for (const i of order.toReversed()) {
    const edge = edges[i]
    if (!edge) continue
    const above = at(kept, at(parent, i))
    for (const [bin, share] of sharesGiven(edge, at(kept, i)).entries())
      above[bin] = at(above, bin) * share
  }
  const weights = roots.map((place, i) =>
    at(kept, i).map((share, bin) => share * at(at(margins, place), bin)),
  )
  const mass = order
    .filter((i) => !edges[i])
    .map((i) => at(weights, i).reduce((sum, weight) => sum + weight, 0) / total.count)
    .reduce((product, share) => product * share, 1)
  return {
    mass,
    draw(rowCount, random) {
      const drawn: Int32Array[] = []
      for (const i of order) {
        const edge = edges[i]
        drawn[i] = edge
          ? drawGiven(edge, at(drawn, at(parent, i)), at(kept, i), random)
          : allocate(rowCount, at(weights, i), random)
      }
      return new Map(roots.map((place, i) => [place, at(drawn, i)]))
    },
  }
}

/** Returns, by the first column's bin, the share of its rows that the second column's shares leave. */
function sharesGiven(edge: Float64Array, shares: Float64Array): Float64Array {
  const bins = shares.length
  return Float64Array.from({ length: edge.length / bins }, (_, from) => {
    let [all, kept] = [0, 0]
    for (let bin = 0; bin < bins; bin++) {
      all += at(edge, from * bins + bin)
      kept += at(edge, from * bins + bin) * at(shares, bin)
    }
    return all > 0 ? kept / all : 0
  })
}

function drawGiven(
  edge: Float64Array,
  above: Int32Array,
  shares: Float64Array,
  random: RandomSource,
): Int32Array {
  const bins = shares.length
  const drawn = new Int32Array(above.length)
  for (const [from, rows] of groupByBin(above, edge.length / bins).entries()) {
    if (rows.length === 0) continue
    const given = shares.map((share, bin) => share * at(edge, from * bins + bin))
    const chosen = allocate(rows.length, given, random)
    for (const [i, row] of rows.entries()) drawn[row] = at(chosen, i)
  }
  return drawn
}
