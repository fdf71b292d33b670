/** Sets the fewest training rows of a bin or label. */
export const MIN_BIN_ROWS = 20
/** Sets the rank of the value, from either end, at which more extreme ones are cut off. */
export const CLIPPED_RANK = 10
/** Bins per column in trees. */
const MAX_BINS = 64

/** Holds an ordered column's values in cells of at least `MIN_BIN_ROWS` rows. */
export type GuardedCells = {
  /** Cell k holds the integers from starts[k] to starts[k + 1] - 1. */
  starts: Float64Array
  binOfCell: Int32Array
  binCount: number
  /** Rows per cell; those of a bin's block of values are spread evenly over its integers. */
  weights: Float64Array
}

type Value = { value: number; rows: number; isSpike: boolean; block: number }

/**
 * Builds cells of `values` (integers without missing ones). A value of at least `MIN_BIN_ROWS` rows
 * has its own cell; neighbors among the others form blocks of at least that many rows, whose edges
 * are round numbers between two values. Requires at least `MIN_BIN_ROWS` values.
 */
export function guardedCells(values: Float64Array): GuardedCells {
  const listed = listValues(values)
  const blockRows = sumByGroup(
    listed.map(({ rows }) => rows),
    listed.map(({ block }) => block),
  )
  const kept = listed.filter(({ block }) => blockRows[block]! >= MIN_BIN_ROWS)
  const binOfBlock = groupNeighbors(blockRows, values.length / MAX_BINS)
  const { starts, blockOfCell, isOccupied } = layCells(kept)
  const widths = blockOfCell.map((_, cell) =>
    isOccupied[cell] ? starts[cell + 1]! - starts[cell]! : 0,
  )
  const blockWidths = sumByGroup(widths, blockOfCell)
  return {
    starts: Float64Array.from(starts),
    binOfCell: Int32Array.from(blockOfCell, (block) => binOfBlock[block]!),
    binCount: Math.max(...binOfBlock) + 1,
    weights: Float64Array.from(
      blockOfCell,
      (block, cell) => (blockRows[block]! * widths[cell]!) / blockWidths[block]!,
    ),
  }
}

/** Distinct values in order, extremes cut off, each with its block. */
function listValues(values: Float64Array): Value[] {
  const sorted = Float64Array.from(values).sort()
  const low = sorted[CLIPPED_RANK - 1]!
  const high = sorted[sorted.length - CLIPPED_RANK]!
  const listed: Value[] = []
  for (const exact of sorted) {
    const value = Math.min(Math.max(exact, low), high)
    const last = listed.at(-1)
    if (last?.value === value) last.rows++
    else listed.push({ value, rows: 1, isSpike: false, block: 0 })
  }
  const blocks = groupNeighbors(
    listed.map(({ rows }) => rows),
    MIN_BIN_ROWS,
  )
  for (const [i, entry] of listed.entries()) {
    entry.isSpike = entry.rows >= MIN_BIN_ROWS
    entry.block = blocks[i]!
  }
  return listed
}

/**
 * Group numbers for a sequence of weights: what weighs `floor` is a group of its own; the others are grouped with
 * those next to them, across such heavy ones, until they weigh as much together. What is left at the end joins the
 * last light group, if there is one. Numbers follow the order of each group's first member.
 */
export function groupNeighbors(weights: ArrayLike<number>, floor: number): Int32Array {
  const groups = new Int32Array(weights.length)
  let next = 0
  let open = -1
  let mass = 0
  let lastClosed = -1
  for (let i = 0; i < weights.length; i++) {
    if (weights[i]! >= floor) {
      groups[i] = next++
      continue
    }
    if (open < 0) {
      open = next++
      mass = 0
    }
    groups[i] = open
    mass += weights[i]!
    if (mass < floor) continue
    lastClosed = open
    open = -1
  }
  if (open < 0 || lastClosed < 0) return groups
  return groups.map((group) => (group === open ? lastClosed : group > open ? group - 1 : group))
}

function sumByGroup(weights: number[], groups: ArrayLike<number>): number[] {
  const sums: number[] = []
  for (const [i, weight] of weights.entries()) sums[groups[i]!] = (sums[groups[i]!] ?? 0) + weight
  return sums
}

type Cells = { starts: number[]; blockOfCell: number[]; isOccupied: boolean[] }

/**
 * Builds cells around the values of each block; the gap between two blocks is a cell from which
 * nothing is drawn.
 */
function layCells(values: Value[]): Cells {
  const reach = reachOfBlocks(values)
  const cells: Cells = { starts: [values[0]!.value], blockOfCell: [], isOccupied: [] }
  const close = (end: number, block: number, isOccupied: boolean) => {
    cells.starts.push(end)
    cells.blockOfCell.push(block)
    cells.isOccupied.push(isOccupied)
  }
  for (const [i, a] of values.entries()) {
    const b = values[i + 1]
    if (!b) close(a.value + 1, a.block, true)
    else if (a.block !== b.block) {
      const { end, start } = edgesBetween(a, b, reach)
      close(end, a.block, true)
      if (start > end) close(start, a.block, false)
    }
  }
  return cells
}

/** Returns the distance that a block may extend beyond its values: half of their span. */
function reachOfBlocks(values: Value[]): Map<number, number> {
  const first = new Map<number, number>()
  const reach = new Map<number, number>()
  for (const { value, block } of values) {
    if (!first.has(block)) first.set(block, value)
    reach.set(block, Math.floor((value - first.get(block)!) / 2))
  }
  return reach
}

/** Returns the end of `a`'s cell and the start of `b`'s. */
function edgesBetween(a: Value, b: Value, reach: Map<number, number>) {
  const [low, high] = [a.value + 1, b.value]
  const end = a.isSpike ? low : roundest(low, Math.min(high, low + reach.get(a.block)!))
  const start = b.isSpike ? high : roundest(Math.max(low, high - reach.get(b.block)!), high)
  if (end <= start) return { end, start }
  const edge = roundest(low, high)
  return { end: edge, start: edge }
}

/**
 * Returns the integer from `low` to `high` that the largest power of two divides, so that an edge
 * is not a particular person's value.
 */
export function roundest(low: number, high: number): number {
  let step = 2 ** Math.ceil(Math.log2(Math.max(1, Math.abs(low), Math.abs(high))))
  while (Math.ceil(low / step) * step > high) step /= 2
  return Math.ceil(low / step) * step + 0 // no negative zero
}
