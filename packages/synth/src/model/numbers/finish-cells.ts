import type { CellFill, Grid } from '../../schema/infer/grid.ts'
import type { FineMarginal } from '../measure/fine-marginal.ts'
import { mostLikelyBin } from '../most-likely-bin.ts'
import { PRESENCE_DEVIATIONS } from '../protected/merge-bins.ts'
import { ZERO_CLASSES } from '../value-in-cell.ts'
import { cellsWithRows, findLastCodes } from './clear-cells.ts'
import type { NumberCells } from './count-parts.ts'
import { decayAtEnds } from './end-decay.ts'
import { layNumberCells } from './lay-cells.ts'
import {
  type Counted,
  dropFaintValues,
  hasOthers,
  joinTrial,
  type Leaf,
  leavesOf,
  reconcileUpward,
  shareDownward,
  sharesOf,
  singlesOf,
  sumOf,
  type TreeNode,
} from './number-tree.ts'
import { roundingOf, type Zeros } from './rounding.ts'
import { dropFaintEnds, endAtCaps, endAtValues } from './search-ends.ts'

export type Finish = {
  /** Shares of each number of trailing zeros in all clear cells. */
  general: Float64Array | null
  unit: number
  total: number
  /** Between declared bounds, any cell may have rows. */
  isBounded: boolean
  /** Noisy counts of public values. */
  round: Counted[]
  /** True if single values hold most rows. */
  areCodes: boolean
}

/** Makes consistent counts of all that was measured; costs nothing. */
export function finishCells(
  cells: NumberCells,
  zeros: Zeros,
  { general, unit, total, isBounded, round, areCodes }: Finish,
): { grid: Grid; marginal: FineMarginal } {
  const { roots, spikes, missing } = cells
  const counted = new Map(
    [...round, ...leavesOf(roots).filter(({ isSingle }) => isSingle)].map((one) => [one.low, one]),
  )
  const apart = roots.map((root) => singlesOf(root).map(({ low }) => low))
  for (const root of roots) dropFaintValues(root)
  if (!isBounded) dropFaintEnds(roots, spikes, unit)
  for (const [i, root] of roots.entries()) {
    reconcileUpward(root)
    joinTrial(root, apart[i]!)
  }
  const isMissing = missing.count >= PRESENCE_DEVIATIONS * Math.sqrt(missing.variance)
  const missingRows = isMissing ? Math.min(total, missing.count) : 0
  const ofSpikes = spikes.reduce((sum, { count }) => sum + Math.max(0, count), 0)
  const rest = Math.max(0, total - missingRows - ofSpikes)
  const possible = roots.filter((root) => hasOthers(root, spikes, unit))
  const lastCodes = areCodes ? findLastCodes(possible, spikes, total) : []
  const present = isBounded ? possible : cellsWithRows(possible, rest, spikes, lastCodes)
  const isUnknown = present.length === 0 && spikes.length === 0
  const kept = isUnknown && possible.length > 0 ? [likeliest(possible, total)] : present
  const noise = spikes.reduce((sum, { variance }) => sum + variance, missing.variance)
  const shares = isBounded ? sharesOf(kept, rest) : inProportion(kept, agreed(kept, rest, noise))
  const trimmed = trimEnds(
    kept.flatMap((root, i) => shareDownward(root, shares[i]!)),
    unit,
  )
  const ended = () => endAtValues(trimmed, spikes, { counted, unit, total, lastCodes })
  const leaves = isBounded ? trimmed : endAtCaps(endAtCaps(ended(), spikes, 1), spikes, -1)
  const decays = decayAtEnds(leaves, spikes)
  return layNumberCells({
    leaves,
    spikes,
    missing: { rows: missingRows, variance: missing.variance },
    total,
    unit,
    fillAt: fillByRoot(cells, zeros, { general, unit }, slopeOf(kept, shares)),
    decayOf: (leaf) => decays.get(leaf),
  })
}

/** So many deviations more rows than the cells hold are rows that were found in none. */
const UNSEEN_DEVIATIONS = 2.5

/** The rows of all cells but spikes: by what spikes leave, and by the cells' own counts. */
function agreed(roots: TreeNode[], rest: number, variance: number): number {
  const counted = sumOf(roots, 'count')
  const ofCells = sumOf(roots, 'variance')
  if (rest - counted > UNSEEN_DEVIATIONS * Math.sqrt(ofCells + variance)) return rest
  return Math.max(0, counted + ((rest - counted) * ofCells) / (ofCells + variance))
}

/** Rows that were found in no cell are likelier in those with many than in a thin tail. */
function inProportion(roots: TreeNode[], rows: number): number[] {
  const counts = roots.map(({ count }) => Math.max(0, count))
  const sum = counts.reduce((total, count) => total + count, 0)
  return counts.map((count) => (sum > 0 ? (count * rows) / sum : rows / counts.length))
}

/** Each of the first cells that is further from zero makes a column less likely. */
function likeliest(roots: TreeNode[], total: number): TreeNode {
  const place = mostLikelyBin(
    Float64Array.from(roots, ({ count }) => count),
    Float64Array.from(roots, ({ variance }) => variance),
    Float64Array.from(roots, ({ low }) => Math.log10(1 + Math.abs(low)) + (low < 0 ? 1 : 0)),
    total,
  )
  return roots[place]!
}

/** The outermost cells that together hold fewer rows than this many deviations are taken to be empty. */
const END_DEVIATIONS = 2

/** Gives the rows of outermost leaves that do not stand out together to the other leaves of their families. */
function trimEnds(leaves: Leaf[], unit: number): Leaf[] {
  const ordered = leaves.filter(({ node }) => !node.isSingle)
  ordered.sort((a, b) => a.node.low - b.node.low)
  // Those that have no rows anyway do not help others to stand out.
  const held = ordered.filter(({ rows }) => rows > 0)
  const dropped = new Set([...faintRun(held), ...faintRun(held.toReversed())])
  const familyRows = (isKept: boolean) => {
    const rows = new Map<unknown, number>()
    for (const leaf of leaves)
      if (dropped.has(leaf) !== isKept)
        rows.set(leaf.family, (rows.get(leaf.family) ?? 0) + leaf.rows)
    return rows
  }
  const [kept, lost] = [familyRows(true), familyRows(false)]
  const ends = ordered.filter((leaf) => !dropped.has(leaf) && leaf.rows > 0)
  const narrowed = new Map([
    ...narrowLast(ends, unit, 1),
    ...narrowLast(ends.toReversed(), unit, -1),
  ])
  return leaves.map((leaf) => {
    if (dropped.has(leaf)) return { ...leaf, rows: 0 }
    const own = kept.get(leaf.family) ?? 0
    const factor = own > 0 ? 1 + (lost.get(leaf.family) ?? 0) / own : 1
    return { ...leaf, node: narrowed.get(leaf) ?? leaf.node, rows: leaf.rows * factor }
  })
}

/**
 * Narrows the last leaf, if it is part of a cell that was cut, to the part its rows would fill if they were as dense as in
 * the one before: numbers that end between two edges are not spread beyond their end.
 */
function narrowLast(leaves: Leaf[], unit: number, direction: number): [Leaf, TreeNode][] {
  const [before, last] = leaves.slice(-2)
  if (!before || !last || last.family.members < 2) return []
  const { low, high, variance } = last.node
  const isBeside = direction > 0 ? before.node.high === low : before.node.low === high
  const width = high - low
  const most = last.rows + Math.sqrt(variance)
  const filled = (most / before.rows) * (before.node.high - before.node.low)
  if (!isBeside || !(filled < width)) return []
  const kept = Math.min(width, Math.ceil(filled / unit) * unit)
  const end = direction > 0 ? { high: low + kept } : { low: high - kept }
  return [[last, { ...last.node, ...end }]]
}

/** The first leaves, up to where their counts stand out; only parts of a cell that was cut can be empty. */
function faintRun(leaves: Leaf[]): Leaf[] {
  let [rows, variance] = [0, 0]
  for (const [i, { node, family }] of leaves.entries()) {
    rows += node.count
    variance += node.variance
    const isCut = family.members > 1
    if (!isCut || rows > END_DEVIATIONS * Math.sqrt(variance)) return leaves.slice(0, i)
  }
  return []
}

/** Limits of a slope: numbers of a cell are neither much rarer nor likelier the larger they are. */
const SLOPES = { least: -3, most: 1 }

/**
 * Returns the slope of a first cell: how rows per logarithm of size change from the cell before it, toward zero, to the cell
 * behind it, or to itself.
 */
function slopeOf(kept: TreeNode[], rows: ArrayLike<number>): (root: TreeNode) => number {
  const rowsAt = new Map(kept.map(({ low }, i) => [low, rows[i]!]))
  const ends = ({ low, high }: TreeNode) => (low > 0 ? [low, high] : [1 - high, 1 - low])
  const densityAt = (root: TreeNode | undefined) => {
    const has = root ? (rowsAt.get(root.low) ?? 0) : 0
    if (!root || has <= 0 || (root.low <= 0 && root.high > 0)) return null
    const [near, far] = ends(root) as [number, number]
    return { middle: Math.log(near * far) / 2, density: Math.log(has / Math.log(far / near)) }
  }
  return (root) => {
    const place = kept.indexOf(root)
    const outward = root.low > 0 ? 1 : -1
    const own = densityAt(root)
    const [before, behind] = [kept[place - outward], kept[place + outward]].map((other) =>
      other && other.low > 0 === root.low > 0 ? densityAt(other) : null,
    )
    const [from, to] = [before ?? own, behind ?? own]
    if (place < 0 || !from || !to || from === to) return 0
    const slope = (to.density - from.density) / (to.middle - from.middle)
    return Math.max(SLOPES.least, Math.min(SLOPES.most, slope))
  }
}

/** All multiples of a power of ten alike. */
const multiplesOf = (unit: number) =>
  Float64Array.from({ length: ZERO_CLASSES }, (_, zeros) => (10 ** zeros >= unit ? 1 : 0))

function fillByRoot(
  { roots, spikes }: NumberCells,
  zeros: Zeros,
  { general, unit }: Pick<Finish, 'general' | 'unit'>,
  slopeAt: (root: TreeNode) => number,
): (value: number) => CellFill | null {
  const known = new Map<number, CellFill>()
  return (value) => {
    const place = roots.findIndex(({ low, high }) => value >= low && value < high)
    const root = roots[place]
    if (!root) return null
    if (!known.has(place)) {
      const apart = leavesOf([root]).filter(({ isSingle }) => isSingle)
      const singles = [
        ...spikes
          .filter(({ low }) => low >= root.low && low < root.high)
          .map(({ low }) => ({ value: low, rows: 0 })),
        ...apart.map(({ low, count }) => ({ value: low, rows: Math.max(0, count) })),
      ]
      const rows = Math.max(0, root.count)
      const rest = apart.reduce((left, { count }) => left - Math.max(0, count), rows)
      const byZeros =
        roundingOf(root, zeros.rows[place]!, zeros.sigma, rest, general, singles) ??
        (unit > 1 ? multiplesOf(unit) : null)
      known.set(place, { byZeros, slope: slopeAt(root) })
    }
    return known.get(place)!
  }
}
