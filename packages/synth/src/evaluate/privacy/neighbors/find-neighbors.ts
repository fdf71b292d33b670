import { firstRows, type TableSample } from '../../table-sample.ts'
import { type DistanceSpace, distanceSpace, type Points } from './distance-space.ts'
import { nearestTo } from './nearest.ts'
import { nearestWithoutEach } from './nearest-without.ts'
import { growTree, type PointTree } from './point-tree.ts'

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
  /** Squared distance to the nearest target of the other side. */
  toOthers: Float32Array
}

/** Real rows of one side, with their neighbors in the twin. */
export type Side = { targets: TableSample; neighbors: Neighbors }

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
  const grown = growTwin(space.place(found))
  const sideOf = (table: TableSample) => {
    const targets = firstRows(table, targetCount)
    return { targets, tree: growTree(space.place(targets)) }
  }
  const [learned, unseen] = [sideOf(train), sideOf(holdout)]
  const findFor = (own: typeof learned, others: typeof learned): Side => ({
    targets: own.targets,
    neighbors: findNeighbors(own.tree, others.tree, grown),
  })
  return { space, found, learned: findFor(learned, unseen), unseen: findFor(unseen, learned) }
}

/** The twin's rows on all columns, and on each half of them. */
type GrownTwin = { whole: PointTree; halves: [PointTree, PointTree] }

function growTwin(points: Points): GrownTwin {
  return {
    whole: growTree(points),
    halves: [growTree(halfOf(points, 0)), growTree(halfOf(points, 1))],
  }
}

function findNeighbors(targets: PointTree, others: PointTree, twin: GrownTwin): Neighbors {
  const { points } = targets
  const { distances, rows } = nearestWithoutEach(points, twin.whole)
  const ofTwin = nearestTo(twin.whole.points, targets, 2).distances
  return {
    distances,
    nearestWithout: rows,
    linked: linkHalves(points, twin.halves),
    ofTwin: {
      first: ofTwin.filter((_, i) => i % 2 === 0),
      second: ofTwin.filter((_, i) => i % 2 === 1),
    },
    toOthers: nearestTo(points, others, 1).distances,
  }
}

/** Sets the number of nearest rows of each half that an attacker tries to link. */
const LINKED_NEIGHBORS = 10

function linkHalves(targets: Points, halves: GrownTwin['halves']): Uint8Array {
  const [even, odd] = halves.map((half, parity) =>
    nearestTo(halfOf(targets, parity), half, LINKED_NEIGHBORS),
  )
  return Uint8Array.from({ length: targets.rowCount }, (_, row) => {
    const [start, end] = [row * LINKED_NEIGHBORS, (row + 1) * LINKED_NEIGHBORS]
    const found = even!.rows.subarray(start, end)
    return Number(odd!.rows.subarray(start, end).some((k) => k >= 0 && found.includes(k)))
  })
}

function halfOf({ rowCount, ranks, codes }: Points, parity: number): Points {
  // Codes go on alternating where ranks ended, so that both halves are equally large.
  const isIn = (_: unknown, place: number) => place % 2 === parity
  return {
    rowCount,
    ranks: ranks.filter(isIn),
    codes: codes.filter((_, place) => (place + ranks.length) % 2 === parity),
  }
}
