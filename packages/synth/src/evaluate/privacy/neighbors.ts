import { firstRows, type TableSample } from '../table-sample.ts'
import { CATEGORY_GAP, type DistanceSpace, distanceSpace, type Points } from './distance-space.ts'
import { allCoordinates, type Coordinates, distancesBetween } from './distances.ts'

/** Describes an attacker's findings from the twin for each target, a real row. */
export type Neighbors = {
  /** Squared distance of the nearest synthetic row. */
  distances: Float32Array
  /** 1 if the two halves of the columns have one of their nearest synthetic rows in common. */
  linked: Uint8Array
  /** The synthetic row nearest on all columns but one: by that column, ranks before codes, and target. */
  nearestWithout: Int32Array[]
  /** Squared distances of each synthetic row to its nearest and second nearest targets. */
  ofTwin: { first: Float32Array; second: Float32Array }
}

/** Real rows of one side, as points, with their neighbors in the twin. */
export type Side = { targets: TableSample; placed: Points; neighbors: Neighbors }

/** Holds equally many rows of both sides against the same synthetic rows, `found`. */
export type BothNeighbors = {
  space: DistanceSpace
  found: TableSample
  learned: Side
  unseen: Side
}

/**
 * Limits the real rows of each side: so many that the noise on attacks leaves room for a verdict at epsilon 1, if there are
 * 38,000 rows in all. At epsilon 3, 20,000 rows are enough.
 */
export const MAX_TARGETS = 7000
const MAX_TWIN_ROWS = 5000
/** Bounds what wide tables may take: most targets of both sides x twin rows x columns. */
const MAX_STEPS = 2.6e9

/**
 * Finds the neighbors of rows of both sides of the original once, for every check that compares
 * rows. The number of synthetic rows must not depend on a row of the original, because each such
 * row is close to many.
 */
export function neighborsOfBothSides(
  train: TableSample,
  holdout: TableSample,
  twin: TableSample,
): BothNeighbors {
  const targetCount = Math.min(MAX_TARGETS, train.rowCount, holdout.rowCount)
  const steps = 2 * MAX_TARGETS * twin.columns.length
  const found = firstRows(twin, Math.min(MAX_TWIN_ROWS, Math.ceil(MAX_STEPS / steps)))
  const space = distanceSpace(found)
  const points = space.place(found)
  const sideOf = (table: TableSample): Side => {
    const targets = firstRows(table, targetCount)
    const placed = space.place(targets)
    return { targets, placed, neighbors: findNeighbors(placed, points) }
  }
  return { space, found, learned: sideOf(train), unseen: sideOf(holdout) }
}

/** Sets the number of nearest rows of each half that an attacker tries to link. */
const LINKED_NEIGHBORS = 10

/** O(targets x twin rows x columns): about 1.4 s for 14,000 x 5000 x 15. */
export function findNeighbors(targets: Points, twin: Points): Neighbors {
  const all = allCoordinates(twin)
  const fillEven = distancesBetween(targets, twin, halfOf(all, 0))
  const fillOdd = distancesBetween(targets, twin, halfOf(all, 1))
  const width = all.ranks.length + all.codes.length
  const neighbors: Neighbors = {
    distances: new Float32Array(targets.rowCount),
    linked: new Uint8Array(targets.rowCount),
    nearestWithout: Array.from({ length: width }, () => new Int32Array(targets.rowCount)),
    ofTwin: { first: farRows(twin.rowCount), second: farRows(twin.rowCount) },
  }
  const toEven = new Float32Array(twin.rowCount)
  const toOdd = new Float32Array(twin.rowCount)
  const findWithout = nearestWithoutEach(targets, twin, neighbors.nearestWithout)
  for (let row = 0; row < targets.rowCount; row++) {
    fillEven(toEven, row)
    fillOdd(toOdd, row)
    const found = nearestRows(toEven, LINKED_NEIGHBORS)
    if (nearestRows(toOdd, LINKED_NEIGHBORS).some((k) => found.includes(k))) {
      neighbors.linked[row] = 1
    }
    const nearest = keepNearest(neighbors.ofTwin, toEven, toOdd)
    neighbors.distances[row] =
      nearest < 0 ? Number.POSITIVE_INFINITY : toEven[nearest]! + toOdd[nearest]!
    if (nearest >= 0) findWithout(row, nearest, toEven, toOdd)
  }
  return neighbors
}

/**
 * Prepares finding, for each target, the row of the twin that is nearest without each one column;
 * of equals, the first. The nearest row on all columns, `nearest`, bounds what others must reach.
 */
function nearestWithoutEach(targets: Points, twin: Points, found: Int32Array[]) {
  const gaps = new Float64Array(found.length)
  const least = new Float64Array(found.length)
  const ends = twin.ranks.map((ranks) => endsOf(ranks))
  /** The most that column j can take off a row's distance to the target. */
  const largestGap = (j: number, row: number) => {
    const end = ends[j]
    if (!end) return CATEGORY_GAP
    const rank = targets.ranks[j]![row]!
    return Math.max(rank - end.low, end.high - rank) ** 2
  }
  return (row: number, nearest: number, toEven: Float32Array, toOdd: Float32Array) => {
    const distance = toEven[nearest]! + toOdd[nearest]!
    fillGaps(gaps, targets, row, twin, nearest)
    let limit = 0
    for (let j = 0; j < gaps.length; j++) {
      limit = Math.max(limit, distance - gaps[j]! + largestGap(j, row) + ROUNDING)
    }
    least.fill(Number.POSITIVE_INFINITY)
    for (let k = 0; k < toEven.length; k++) {
      const total = toEven[k]! + toOdd[k]!
      if (total > limit) continue
      fillGaps(gaps, targets, row, twin, k)
      for (let j = 0; j < gaps.length; j++) {
        const without = total - gaps[j]!
        if (without >= least[j]!) continue
        least[j] = without
        found[j]![row] = k
      }
    }
  }
}

/** More than the sums of distances, in single precision, can be off. */
const ROUNDING = 1e-3

function endsOf(ranks: Float32Array): { low: number; high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let k = 0; k < ranks.length; k++) {
    low = Math.min(low, ranks[k]!)
    high = Math.max(high, ranks[k]!)
  }
  return { low, high }
}

/**
 * Lowers the nearest distances of each synthetic row to those of one more target, the sums of two
 * halves. Returns the synthetic row nearest to that target, the first of equals; -1 if there is none.
 */
function keepNearest(
  { first, second }: Neighbors['ofTwin'],
  toEven: Float32Array,
  toOdd: Float32Array,
): number {
  let nearest = -1
  let shortest = Number.POSITIVE_INFINITY
  for (let k = 0; k < first.length; k++) {
    const distance = toEven[k]! + toOdd[k]!
    if (distance < shortest) {
      shortest = distance
      nearest = k
    }
    if (distance >= second[k]!) continue
    const least = first[k]!
    if (distance < least) {
      second[k] = least
      first[k] = distance
    } else second[k] = distance
  }
  return nearest
}

/** Returns distances of which none is known yet. */
export function farRows(rowCount: number): Float32Array {
  return new Float32Array(rowCount).fill(Number.POSITIVE_INFINITY)
}

function halfOf({ ranks, codes }: Coordinates, parity: 0 | 1): Coordinates {
  // Codes go on alternating where ranks ended, so that both halves are equally large.
  const isIn = (place: number) => place % 2 === parity
  return {
    ranks: ranks.filter(isIn),
    codes: codes.filter((place) => isIn(place + ranks.length)),
  }
}

/** The places of the `count` smallest, in no particular order; of equals, the first. */
function nearestRows(distances: Float32Array, count: number): number[] {
  const rows: number[] = []
  let limit = Number.POSITIVE_INFINITY
  for (let k = 0; k < distances.length; k++) {
    if (distances[k]! >= limit) continue
    let at = rows.length
    while (at > 0 && distances[rows[at - 1]!]! > distances[k]!) at--
    rows.splice(at, 0, k)
    if (rows.length > count) rows.pop()
    if (rows.length === count) limit = distances[rows[count - 1]!]!
  }
  return rows
}

/** Fills `gaps` with the contribution of each column to the distance between two rows. */
function fillGaps(
  gaps: Float64Array,
  targets: Points,
  row: number,
  twin: Points,
  twinRow: number,
): void {
  const { ranks, codes } = twin
  for (let j = 0; j < ranks.length; j++) {
    const gap = ranks[j]![twinRow]! - targets.ranks[j]![row]!
    gaps[j] = gap * gap
  }
  for (let j = 0; j < codes.length; j++) {
    const isSame = codes[j]![twinRow] === targets.codes[j]![row]
    gaps[ranks.length + j] = isSame ? 0 : CATEGORY_GAP
  }
}
