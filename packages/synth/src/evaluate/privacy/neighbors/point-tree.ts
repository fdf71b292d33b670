import { at } from '../../../model/pairs/at.ts'
import { CATEGORY_GAP, type Points } from './distance-space.ts'
import {
  type Distances,
  distancesBetween,
  distancesFor,
  type Layout,
  layoutOf,
  type PackedPoints,
  packPoints,
  singly,
} from './packed-points.ts'

/** Holds points in nested boxes, so that those of a box that is too far away need not be looked at. */
export type PointTree = {
  points: Points
  layout: Layout
  packed: PackedPoints
  /** The row of each place: points of a box have neighboring places. */
  rows: Int32Array
  root: Box
}

/** Holds the points from `start` to `end` - 1. */
type Box = { start: number; end: number; split: Split | null }

/**
 * Divides a box by a coordinate, ranks before codes: into points of a code and all others, or points with ranks up to `most`
 * and from `least` on.
 */
type Split = {
  coordinate: number
  isCode: boolean
  code: number
  most: number
  least: number
  parts: [Box, Box]
}

/** Looks for points near another one. */
export type Search = {
  /** The distance beyond which no point matters; if the search `spares`, without any one coordinate. */
  limit: number
  readonly spares: boolean
  /** Returns false if no point matters that is so far away or farther; `gaps` are the coordinates' shares of that. */
  wants: (distance: number, gaps: Float64Array) => boolean
  /** Takes the points from place `start` to `end` - 1, of which some are within the limit. */
  take: (start: number, end: number, distances: Distances) => void
}

/** Boxes of so few points are not divided. */
const FEW_POINTS = 32

/** Source: Friedman, Bentley and Finkel, 1977 (k-d trees); codes are split off one by one. */
export function growTree(points: Points): PointTree {
  const rows = Int32Array.from({ length: points.rowCount }, (_, row) => row)
  const root = divide(points, rows, 0, rows.length)
  const layout = layoutOf(points)
  const packed = packPoints(layout, points, rows, leavesOf(root))
  return { points, layout, packed, rows, root }
}

function leavesOf(box: Box): Box[] {
  return box.split ? box.split.parts.flatMap(leavesOf) : [box]
}

function divide(points: Points, rows: Int32Array, start: number, end: number): Box {
  const own = rows.subarray(start, end)
  const cut = own.length > FEW_POINTS ? chooseCut(points, own) : null
  if (!cut) return { start, end, split: null }
  const { coordinate, isCode, value } = cut
  const column = columnOf(points, coordinate)
  const isFirst = (row: number) => (isCode ? at(column, row) === value : at(column, row) <= value)
  const [first, second] = [own.filter(isFirst), own.filter((row) => !isFirst(row))]
  own.set(first)
  own.set(second, first.length)
  const most = first.reduce((a, row) => Math.max(a, at(column, row)), Number.NEGATIVE_INFINITY)
  const least = second.reduce((a, row) => Math.min(a, at(column, row)), Number.POSITIVE_INFINITY)
  const middle = start + first.length
  const parts: [Box, Box] = [divide(points, rows, start, middle), divide(points, rows, middle, end)]
  return { start, end, split: { coordinate, isCode, code: value, most, least, parts } }
}

const columnOf = ({ ranks, codes }: Points, coordinate: number): Float32Array | Int32Array =>
  coordinate < ranks.length ? at(ranks, coordinate) : at(codes, coordinate - ranks.length)

type Cut = { coordinate: number; isCode: boolean; value: number }

/** Rows that show where a cut brings the points nearest together. */
const SHOWN_ROWS = 32

/** Returns the cut that leaves the least squared distance between points of a part; null if all shown rows are equal. */
function chooseCut(points: Points, rows: Int32Array): Cut | null {
  const step = Math.max(1, rows.length / SHOWN_ROWS)
  const shown = Int32Array.from({ length: Math.min(rows.length, SHOWN_ROWS) }, (_, i) =>
    at(rows, Math.floor(i * step)),
  )
  let best: Cut | null = null
  let most = 0
  for (let coordinate = 0; coordinate < points.ranks.length + points.codes.length; coordinate++) {
    const column = columnOf(points, coordinate)
    const isCode = coordinate >= points.ranks.length
    const { value, gain } = (isCode ? cutCodes : cutRanks)(column, shown, most)
    if (gain <= most) continue
    best = { coordinate, isCode, value }
    most = gain
  }
  return best
}

/** Cuts off the commonest code. */
function cutCodes(codes: ArrayLike<number>, shown: Int32Array): { value: number; gain: number } {
  const sorted = shown.map((row) => codes[row]!).sort()
  let [value, most] = [0, 0]
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (end < sorted.length && sorted[end] === sorted[start]) end++
    if (end - start > most) [value, most] = [sorted[start]!, end - start]
    start = end
  }
  const share = most / sorted.length
  return { value, gain: 2 * CATEGORY_GAP * share * (1 - share) }
}

/** Cuts at the median, or below it where it is the greatest rank. */
function cutRanks(
  ranks: ArrayLike<number>,
  shown: Int32Array,
  least: number,
): { value: number; gain: number } {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < shown.length; i++) {
    const rank = ranks[shown[i]!]!
    sum += rank
    squares += rank * rank
  }
  const variance = squares / shown.length - (sum / shown.length) ** 2
  // Of evenly spread ranks, a quarter of the squared distance is left.
  const gain = 1.5 * variance
  if (gain <= least) return { value: 0, gain: 0 }
  const sorted = Float64Array.from(shown, (row) => ranks[row]!).sort()
  const middle = sorted[sorted.length >> 1]!
  const value =
    middle < sorted[sorted.length - 1]! ? middle : sorted.findLast((rank) => rank < middle)
  return value === undefined ? { value: 0, gain: 0 } : { value, gain }
}

/** Prepares searches around the points of `from`, whose coordinates are those of the tree, from near boxes to far ones. */
export function searchAround(
  { layout, packed, root }: PointTree,
  from: Points,
  search: Search,
): (row: number) => void {
  const all = Int32Array.from({ length: from.rowCount }, (_, row) => row)
  const own = packPoints(layout, from, all, singly(from.rowCount))
  const largest = leavesOf(root).reduce((most, { start, end }) => Math.max(most, end - start), 0)
  const distances = distancesFor(largest)
  const fill = distancesBetween(layout, own, packed, distances, search.spares)
  const columns = [...from.ranks, ...from.codes]
  const gaps = new Float64Array(columns.length)
  const visit = (box: Box, row: number, distance: number): void => {
    if (!search.wants(distance, gaps)) return
    const { split } = box
    if (!split) {
      if (fill(box, row, search.limit)) search.take(box.start, box.end, distances)
      return
    }
    const { coordinate, isCode, code, most, least, parts } = split
    const value = columns[coordinate]![row]!
    let [toFirst, toSecond] = [0, 0]
    if (isCode) {
      if (value === code) toSecond = CATEGORY_GAP
      else toFirst = CATEGORY_GAP
    } else {
      if (value > most) toFirst = (value - most) ** 2
      if (value < least) toSecond = (least - value) ** 2
    }
    const known = gaps[coordinate]!
    const rest = distance - known
    const isFirstNearer = toFirst <= toSecond
    const near = Math.max(known, isFirstNearer ? toFirst : toSecond)
    const far = Math.max(known, isFirstNearer ? toSecond : toFirst)
    gaps[coordinate] = near
    visit(parts[isFirstNearer ? 0 : 1], row, rest + near)
    gaps[coordinate] = far
    visit(parts[isFirstNearer ? 1 : 0], row, rest + far)
    gaps[coordinate] = known
  }
  return (row) => visit(root, row, 0)
}
