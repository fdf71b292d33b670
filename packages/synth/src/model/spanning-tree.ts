/** Describes a tree, or several without a link between them. */
export type Tree = {
  /** Columns, parents first. */
  order: number[]
  /** The parent of each column; -1 at a root. */
  parent: Int32Array
}

export type Link = { a: number; b: number; strength: number }

/**
 * Returns the spanning tree of greatest total strength. The first `givenCount` columns, which no
 * link joins, count as joined: each other column is linked to at most one of them. Source: Kruskal,
 * 1956; of dependencies: Chow and Liu, 1968.
 */
export function strongestTree(columnCount: number, links: Link[], givenCount = 0): Tree {
  const component = Array.from({ length: columnCount }, (_, column) =>
    column < givenCount ? 0 : column,
  )
  const neighbors: number[][] = component.map(() => [])
  for (const { a, b } of links.toSorted((x, y) => y.strength - x.strength)) {
    const [kept, absorbed] = [at(component, a), at(component, b)]
    if (kept === absorbed) continue
    at(neighbors, a).push(b)
    at(neighbors, b).push(a)
    for (let c = 0; c < columnCount; c++) if (component[c] === absorbed) component[c] = kept
  }
  return rootTree(neighbors)
}

function rootTree(neighbors: number[][]): Tree {
  const parent = new Int32Array(neighbors.length).fill(-1)
  const order: number[] = []
  const seen = new Set<number>()
  for (const root of neighbors.keys()) {
    if (seen.has(root)) continue
    let next = order.push(root) - 1
    seen.add(root)
    for (; next < order.length; next++) {
      const column = at(order, next)
      for (const neighbor of at(neighbors, column)) {
        if (seen.has(neighbor)) continue
        seen.add(neighbor)
        parent[neighbor] = column
        order.push(neighbor)
      }
    }
  }
  return { order, parent }
}

import { at } from './pairs/at.ts'
