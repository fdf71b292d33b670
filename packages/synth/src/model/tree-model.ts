import { consistentPairs } from './consistent-pairs.ts'
import type { NoisyPairs } from './measure/pair-tables.ts'
import { at } from './pairs/at.ts'
import { strongestTree, type Tree } from './spanning-tree.ts'

export type TreeModel = {
  tree: Tree
  /** Counts per bin and column. */
  margins: Float64Array[]
  /** Holds, per column, the table of parent bin by own bin, row-major; null at a root. */
  edges: (Float64Array | null)[]
}

/**
 * Returns the tree of the strongest dependencies among some noisy pairs, whose tables agree with
 * `margins`. The first `givenCount` columns are its roots; a column in `apart` is linked to no other. Post-processing
 * of noisy counts, so it costs nothing.
 */
export function fitTreeModel(
  margins: Float64Array[],
  pairs: NoisyPairs,
  total: number,
  givenCount = 0,
  apart: ReadonlySet<number> = new Set(),
): TreeModel {
  const { table, strength } = consistentPairs(
    { tree: { margins }, pairs, total: { count: total } },
    -1,
  )
  const links = pairs.tables
    .filter(({ a, b }) => !apart.has(a) && !apart.has(b))
    .map(({ a, b }) => ({ a, b, strength: strength(a, b) }))
  const tree = strongestTree(margins.length, links, givenCount)
  const edges = margins.map((_, child) => {
    const parent = at(tree.parent, child)
    return parent < 0 ? null : table(parent, child)
  })
  return { tree, margins, edges }
}
