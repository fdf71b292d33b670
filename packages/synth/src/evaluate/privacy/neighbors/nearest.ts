import type { Points } from './distance-space.ts'
import type { Distances } from './packed-points.ts'
import { type PointTree, type Search, searchAround } from './point-tree.ts'

/** More than sums of distances, added in another order, can be off. */
export const ROUNDING = 1e-6

/**
 * Holds the nearest of some points for each of others, row-major, nearest first and of equals the first; where there are not
 * so many, -1 at an infinite distance.
 */
export type Nearest = { rows: Int32Array; distances: Float32Array }

/** Finds the `count` points of a tree that are nearest to each of `from`, by squared distance. */
export function nearestTo(from: Points, tree: PointTree, count: number): Nearest {
  const found: Nearest = {
    rows: new Int32Array(from.rowCount * count).fill(-1),
    distances: new Float32Array(from.rowCount * count).fill(Number.POSITIVE_INFINITY),
  }
  const search = new NearestSearch(tree.rows, count, found)
  const around = searchAround(tree, from, search)
  for (let row = 0; row < from.rowCount; row++) {
    search.begin(row)
    around(row)
  }
  return found
}

class NearestSearch implements Search {
  limit = Number.POSITIVE_INFINITY
  readonly spares = false
  readonly #rowOfPlace: Int32Array
  readonly #count: number
  readonly #found: Nearest
  #first = 0

  constructor(rowOfPlace: Int32Array, count: number, found: Nearest) {
    this.#rowOfPlace = rowOfPlace
    this.#count = count
    this.#found = found
  }

  begin(row: number): void {
    this.#first = row * this.#count
    this.limit = Number.POSITIVE_INFINITY
  }

  wants(distance: number): boolean {
    return distance <= this.limit
  }

  take(start: number, end: number, { sums }: Distances): void {
    const last = this.#first + this.#count - 1
    const { rows, distances } = this.#found
    for (let i = 0; i < end - start; i++) {
      if (sums[i]! > this.limit) continue
      const distance = Math.fround(sums[i]!)
      const row = this.#rowOfPlace[start + i]!
      const isBefore = (place: number) =>
        distance < distances[place]! || (distance === distances[place]! && row < rows[place]!)
      if (!isBefore(last)) continue
      let place = last
      while (place > this.#first && isBefore(place - 1)) {
        distances[place] = distances[place - 1]!
        rows[place] = rows[place - 1]!
        place--
      }
      distances[place] = distance
      rows[place] = row
      this.limit = distances[last]! + ROUNDING
    }
  }
}
