import { hasOthers, singlesOf, sumOf, type TreeNode, uncounted } from './number-tree.ts'
import type { Interval } from './public-cells.ts'

/** Parts of a cell, of which the largest number is taken that its rows allow. */
const PARTS = [2, 4, 5, 10, 20]
const MOST_PARTS = 20
/** Rows per part, in deviations of its noise. */
const PART_DEVIATIONS = 3.5
/** A cell with this share of the rows is cut into the most parts, however large the noise. */
const HEAVY_SHARE = 0.3
/** A cell is cut if it has this many rows, in deviations of the noise and in shares of a bin. */
const CUT_DEVIATIONS = 7
const CUT_SHARE = 0.75
/** Bins per column that later tables of pairs may use. */
export const MOST_BINS = 40

export type Cutting = {
  /** Rows that the tree is for. */
  rest: number
  /** The noise of the next look. */
  sigma: number
  /** All numbers but few are multiples of it: no part is narrower. */
  unit: number
  /** The side on which numbers end in an outermost cell: where they do is worth a cut for few rows. 0 for other cells. */
  end: -1 | 0 | 1
  /** True if few values hold most rows: numbers then end at a value that is likely the first of its cell. */
  areCodes: boolean
}

/** Returns true if the cell has rows enough to be cut. */
function isWorthCutting(count: number, { rest, sigma }: Cutting): boolean {
  return count >= Math.max((CUT_SHARE * rest) / MOST_BINS, CUT_DEVIATIONS * sigma)
}

/** Cuts a cell into equal parts for `count` rows. */
export function partsOf(cell: Interval, count: number, cutting: Cutting): Interval[] {
  const { rest, sigma, unit } = cutting
  const allowed = PARTS.findLast((parts) => count >= parts * PART_DEVIATIONS * sigma) ?? PARTS[0]!
  return equalParts(cell, count > HEAVY_SHARE * rest ? MOST_PARTS : allowed, unit)
}

/** The last part may be shorter. */
function equalParts({ low, high }: Interval, parts: number, unit: number): Interval[] {
  const first = Math.ceil(low / unit)
  const multiples = Math.floor((high - 1) / unit) - first + 1
  const step = Math.max(1, Math.ceil(multiples / parts))
  const starts = [low]
  for (let edge = first + step; edge < first + multiples; edge += step) starts.push(edge * unit)
  return starts.map((start, i) => ({ low: start, high: starts[i + 1] ?? high }))
}

/** Cuts the cells of a first cell that have rows enough; `spikes` are in none of them. */
export function cutCells(node: TreeNode, spikes: Interval[], cutting: Cutting): void {
  if (node.isSingle) return
  const singles = singlesOf(node)
  const isUncounted = node.children.some(({ variance }) => variance === Number.POSITIVE_INFINITY)
  if (isUncounted) {
    const rows = node.count - sumOf(singles, 'count')
    const parts = cut(node, rows, [...spikes, ...singles], cutting)
    if (parts.length > 1) node.children = [...parts, ...singles]
  } else if (node.children.length === 0) {
    const parts = cut(node, node.count, spikes, cutting)
    if (parts.length > 1) node.children = parts
  } else
    for (const child of node.children)
      cutCells(child, [...spikes, ...singles], { ...cutting, end: 0 })
}

/**
 * Outermost cells are cut into so many parts for so many deviations of rows, and cells of codes, for fewer, into the value
 * nearest to zero and all others; `joinTrial` joins them again unless the others of these are empty.
 */
const TRIAL = { parts: 5, deviations: 2.5, ofCode: 1.25 }

function cut(cell: TreeNode, rows: number, singles: Interval[], cutting: Cutting): TreeNode[] {
  const { sigma, unit, end, areCodes } = cutting
  const isEnough = isWorthCutting(rows, cutting)
  const isFew = rows < TRIAL.deviations * sigma
  // Single values that stand out by noise hide that a cell has another code, and have no say in that.
  const isCode = areCodes && cell.count >= TRIAL.ofCode * sigma
  if (!isEnough && (end === 0 || (isFew && !isCode))) return []
  cell.isTrial = !isEnough
  const parts = isEnough
    ? partsOf(cell, rows, cutting)
    : trialParts(cell, isFew ? 1 : TRIAL.parts, cutting)
  return parts.filter((part) => hasOthers(part, singles, unit)).map((part) => uncounted(part))
}

/** Cuts a cell into equal parts, and of codes first into the value nearest to zero, if these end on its other side. */
function trialParts(cell: Interval, parts: number, { unit, end, areCodes }: Cutting): Interval[] {
  const { low, high } = cell
  if (areCodes && end > 0 && low > 0) {
    const edge = Math.min(high, Math.ceil(low / unit) * unit + 1)
    const rest = { low: edge, high }
    return edge < high ? [{ low, high: edge }, ...equalParts(rest, parts, unit)] : [cell]
  }
  if (areCodes && end < 0 && high <= 0) {
    const edge = Math.max(low, Math.floor((high - 1) / unit) * unit)
    const rest = { low, high: edge }
    return edge > low ? [...equalParts(rest, parts, unit), { low: edge, high }] : [cell]
  }
  return equalParts(cell, parts, unit)
}
