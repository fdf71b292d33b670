import { CATEGORY_GAP, type Points } from './distance-space.ts'
import { ROUNDING } from './nearest.ts'
import type { Distances } from './packed-points.ts'
import { type PointTree, type Search, searchAround } from './point-tree.ts'

/** Holds, for each of some points, what an attacker finds who knows all of it, or all but one coordinate. */
export type NearestWithout = {
  /** The squared distance of the nearest point on all coordinates. */
  distances: Float32Array
  /** The nearest point without each coordinate, ranks before codes; of equals, the first, which has nothing to do with that coordinate. */
  rows: Int32Array[]
}

/** Finds the points of a tree, at least one, that are nearest to each of `from` without each coordinate. */
export function nearestWithoutEach(from: Points, tree: PointTree): NearestWithout {
  const width = from.ranks.length + from.codes.length
  const found: NearestWithout = {
    distances: new Float32Array(from.rowCount),
    rows: Array.from({ length: width }, () => new Int32Array(from.rowCount)),
  }
  const search = new SearchWithoutEach(from, tree)
  const around = searchAround(tree, from, search)
  for (let row = 0; row < from.rowCount; row++) {
    search.begin(row)
    around(row)
    found.distances[row] = search.nearest
    for (let j = 0; j < width; j++) found.rows[j]![row] = search.rows[j]!
  }
  return found
}

class SearchWithoutEach implements Search {
  limit = Number.POSITIVE_INFINITY
  readonly spares = true
  nearest = Number.POSITIVE_INFINITY
  readonly rows: Int32Array
  readonly #from: Points
  readonly #tree: PointTree
  /** The least distance without each coordinate so far. */
  readonly #least: Float64Array
  #row = 0

  constructor(from: Points, tree: PointTree) {
    this.#from = from
    this.#tree = tree
    const width = from.ranks.length + from.codes.length
    this.rows = new Int32Array(width)
    this.#least = new Float64Array(width)
  }

  begin(row: number): void {
    this.#row = row
    this.limit = Number.POSITIVE_INFINITY
    this.nearest = Number.POSITIVE_INFINITY
    this.#least.fill(Number.POSITIVE_INFINITY)
    this.rows.fill(-1)
  }

  wants(distance: number, gaps: Float64Array): boolean {
    if (distance <= this.limit) return true
    const least = this.#least
    for (let j = 0; j < least.length; j++)
      if (distance - gaps[j]! <= least[j]! + ROUNDING) return true
    return false
  }

  take(start: number, end: number, { sums, least }: Distances): void {
    for (let place = start; place < end; place++) {
      if (least[place - start]! > this.limit) continue
      const distance = sums[place - start]!
      if (distance < this.nearest) {
        this.nearest = distance
        this.limit = distance + ROUNDING
      }
      this.#takeWithout(place, distance)
    }
  }

  #takeWithout(place: number, distance: number): void {
    const { points, rows } = this.#tree
    const { ranks, codes } = this.#from
    const row = rows[place]!
    for (let j = 0; j < ranks.length; j++) {
      const gap = points.ranks[j]![row]! - ranks[j]![this.#row]!
      this.#offer(j, distance - gap * gap, row)
    }
    for (let j = 0; j < codes.length; j++) {
      const isSame = points.codes[j]![row] === codes[j]![this.#row]
      this.#offer(ranks.length + j, isSame ? distance : distance - CATEGORY_GAP, row)
    }
  }

  #offer(j: number, distance: number, row: number): void {
    const least = this.#least[j]!
    if (distance > least + ROUNDING) return
    const without = Math.fround(distance)
    if (without > least || (without === least && row > this.rows[j]!)) return
    this.#least[j] = without
    this.rows[j] = row
  }
}
