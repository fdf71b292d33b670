import { firstRows, type TableSample } from '../table-sample.ts'
import {
  CATEGORY_GAP,
  type DistanceSpace,
  distanceSpace,
  largestGap,
  type Points,
} from './distance-space.ts'
import { allCoordinates, type Coordinates, fillDistances } from './distances.ts'

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

/** Limits the real rows of each side: the standard error of a share is then .011. */
export const MAX_TARGETS = 2000
const MAX_TWIN_ROWS = 5000
/** Bounds what wide tables may take: most targets of both sides x twin rows x columns. */
const MAX_STEPS = 1.5e9

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

/** O(targets x twin rows x columns): about .4 s for 4000 x 5000 x 15. */
export function findNeighbors(targets: Points, twin: Points): Neighbors {
  const all = allCoordinates(twin)
  const [even, odd] = [halfOf(all, 0), halfOf(all, 1)]
  const largest = largestGap(targets, twin)
  const width = all.ranks.length + all.codes.length
  const neighbors: Neighbors = {
    distances: new Float32Array(targets.rowCount),
    linked: new Uint8Array(targets.rowCount),
    nearestWithout: Array.from({ length: width }, () => new Int32Array(targets.rowCount)),
    ofTwin: { first: farRows(twin.rowCount), second: farRows(twin.rowCount) },
  }
  const toEven = new Float32Array(twin.rowCount)
  const toOdd = new Float32Array(twin.rowCount)
  const gaps = new Float64Array(width)
  const least = new Float64Array(width)
  for (let row = 0; row < targets.rowCount; row++) {
    fillDistances(toEven, targets, row, twin, even)
    fillDistances(toOdd, targets, row, twin, odd)
    const found = new Set(nearestRows(toEven, LINKED_NEIGHBORS))
    if (nearestRows(toOdd, LINKED_NEIGHBORS).some((k) => found.has(k))) neighbors.linked[row] = 1
    keepNearest(neighbors.ofTwin, toEven, toOdd)
    least.fill(Number.POSITIVE_INFINITY)
    let distance = Number.POSITIVE_INFINITY
    let worst = Number.POSITIVE_INFINITY
    for (let k = 0; k < twin.rowCount; k++) {
      const total = toEven[k]! + toOdd[k]!
      if (total >= worst + largest) continue
      if (total < distance) distance = total
      fillGaps(gaps, targets, row, twin, k)
      worst = 0
      for (let j = 0; j < width; j++) {
        const without = total - gaps[j]!
        if (without < least[j]!) {
          least[j] = without
          neighbors.nearestWithout[j]![row] = k
        }
        if (least[j]! > worst) worst = least[j]!
      }
    }
    neighbors.distances[row] = distance
  }
  return neighbors
}

/** Lowers the nearest distances of each synthetic row to those of one more target, the sums of two halves. */
function keepNearest(
  { first, second }: Neighbors['ofTwin'],
  toEven: Float32Array,
  toOdd: Float32Array,
): void {
  for (let k = 0; k < first.length; k++) {
    const distance = toEven[k]! + toOdd[k]!
    if (distance >= second[k]!) continue
    const least = first[k]!
    if (distance < least) {
      second[k] = least
      first[k] = distance
    } else second[k] = distance
  }
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
