import { exponentialMechanism } from '../rng/exponential-mechanism.ts'
import type { RandomSource } from '../rng/random-source.ts'

export type Tree = {
  /** Columns, parents first. */
  order: number[]
  /** The parent of each column; -1 at the root. */
  parent: Int32Array
}

/**
 * How far two columns are from independent: the L1 distance between the pair's counts (row-major,
 * a by b) and the product of its margins. Margins are noisy releases, so one row more or less
 * moves the score by at most 1.
 */
export function dependenceScore(
  counts: Float64Array,
  marginA: Float64Array,
  marginB: Float64Array,
  total: number,
): number {
  let distance = 0
  for (let a = 0; a < marginA.length; a++) {
    const expectedA = marginA[a]! / total
    for (let b = 0; b < marginB.length; b++) {
      distance += Math.abs(counts[a * marginB.length + b]! - expectedA * marginB[b]!)
    }
  }
  return distance
}

/**
 * A spanning tree of high total score: Kruskal with every pick made by an exponential mechanism of
 * `epsilonPerPick`. `scores[a][b]` for a < b has sensitivity 1. Source: McKenna et al., "Winning
 * the NIST Contest", 2021 (MST).
 */
export function chooseTree(
  scores: Float64Array[],
  epsilonPerPick: number,
  random: RandomSource,
): Tree {
  const columnCount = scores.length
  const component = scores.map((_, column) => column)
  const neighbors: number[][] = scores.map(() => [])
  for (let pick = 0; pick < columnCount - 1; pick++) {
    const candidates: [number, number][] = []
    for (let a = 0; a < columnCount; a++) {
      for (let b = a + 1; b < columnCount; b++) {
        if (component[a] !== component[b]) candidates.push([a, b])
      }
    }
    const weights = candidates.map(([a, b]) => scores[a]![b]!)
    const [a, b] = candidates[exponentialMechanism(weights, epsilonPerPick, random)]!
    neighbors[a]!.push(b)
    neighbors[b]!.push(a)
    const absorbed = component[b]
    for (let c = 0; c < columnCount; c++)
      if (component[c] === absorbed) component[c] = component[a]!
  }
  return rootTree(neighbors)
}

function rootTree(neighbors: number[][]): Tree {
  const parent = new Int32Array(neighbors.length).fill(-1)
  const order = [0]
  for (let next = 0; next < order.length; next++) {
    const column = order[next]!
    for (const neighbor of neighbors[column]!) {
      if (neighbor === parent[column]) continue
      parent[neighbor] = column
      order.push(neighbor)
    }
  }
  return { order, parent }
}
