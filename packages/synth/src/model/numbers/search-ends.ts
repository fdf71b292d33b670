import { at } from '../pairs/at.ts'
import { upperNormalQuantile } from '../private/normal-quantile.ts'
import { type Counted, type Leaf, singlesOf, type TreeNode } from './number-tree.ts'
import { type Interval, ROUND_NUMBERS } from './public-cells.ts'

/** Counts of single values by value, and the greatest common divisor of all but few numbers. */
type SearchedValues = {
  counted: Map<number, Counted>
  unit: number
  total: number
  /** Cells that few rows of codes seem to hold. */
  lastCodes: Interval[]
}

/** Holds the values between which a leaf ends, and of codes how likely its rows lie on each. */
type End = Interval & { leaf: Leaf; shares: Leaf['shares'] }

/** Logarithms of how much likelier an end has to be than that of the whole cell, and of what makes no difference. */
const EVIDENCE = { ofFew: 0.4, ofMany: 2, alike: 0.4 }
/** Sets the share of rows above which a cell is not searched: too many rows would be misplaced where noise is large. */
const FEW_SHARE = 0.03
/** Few codes of a cell end at the first value that they reach beyond with a smaller probability than this. */
const BEYOND_CODES = 1 / 3
/** Cells of more values are not searched: their rows are too thin on each. */
const MOST_VALUES = 100

/**
 * Ends the outermost leaves of few rows where these most likely end, by the noisy counts of public round numbers: if all values
 * of the leaf are such. A value at the end that 50 of 6,000 rows hold would else be spread to the end of its cell. Codes are
 * shared among the values by how likely each end is. No tail follows. Costs nothing.
 */
export function endAtValues(leaves: Leaf[], spikes: Counted[], values: SearchedValues): Leaf[] {
  const apart = new Set(
    [...spikes, ...leaves.flatMap(({ node }) => (node.isSingle ? [node] : []))].map(
      ({ low }) => low,
    ),
  )
  const ordered = leaves.filter(({ node }) => !node.isSingle)
  ordered.sort((a, b) => a.node.low - b.node.low)
  const above = searchEnd(ordered, apart, values, 1)
  const below = searchEnd(ordered.toReversed(), apart, values, -1)
  return leaves.flatMap((leaf) => {
    const { node } = leaf
    if (node.isTail && ((above && node.low >= above.high) || (below && node.high <= below.low)))
      return []
    const ends = [above, below].flatMap((end) => (end?.leaf === leaf ? [end] : []))
    const low = Math.max(node.low, ...ends.map((end) => end.low))
    const high = Math.min(node.high, ...ends.map((end) => end.high))
    if (low >= high) return [leaf]
    return [{ ...leaf, node: { ...node, low, high }, shares: sharesBy(ends) }]
  })
}

/** Joins what the ends of one leaf say of its values. */
function sharesBy(ends: End[]): Leaf['shares'] {
  const [first, second] = ends.flatMap(({ shares }) => shares ?? [])
  if (!first || !second) return first
  return new Map([...first].map(([value, share]) => [value, share * (second.get(value) ?? 0)]))
}

/** A cap has so many times the rows that seem to lie beyond it. */
const CAP_TIMES = 4

/**
 * Has the leaves end at a cap: an outermost value that more rows hold than the leaf before it, and far more than those behind,
 * which noise and tails put there. Costs nothing.
 */
export function endAtCaps(leaves: Leaf[], spikes: Counted[], direction: number): Leaf[] {
  const spike = direction > 0 ? spikes.at(-1) : spikes[0]
  const ordered = leaves.filter(({ node, rows }) => !node.isSingle && rows > 0)
  ordered.sort((a, b) => direction * (a.node.low - b.node.low))
  const isBeyond = ({ node }: Leaf) =>
    spike && (direction > 0 ? node.high > spike.high : node.low < spike.low)
  const beyond = ordered.filter(isBeyond)
  const before = ordered.filter((leaf) => !isBeyond(leaf)).at(-1)
  const rowsBeyond = beyond.reduce((sum, { rows }) => sum + rows, 0)
  const isCap =
    spike &&
    spike.low !== 0 &&
    spike.count > Math.max(CAP_TIMES * rowsBeyond, (before?.rows ?? 0) + rowsBeyond)
  if (!isCap) return leaves
  return leaves.flatMap((leaf) => {
    const { node } = leaf
    if (!beyond.includes(leaf)) return [leaf]
    const low = direction > 0 ? node.low : Math.max(node.low, spike.high)
    const high = direction > 0 ? Math.min(node.high, spike.low) : node.high
    if (high > low) return [{ ...leaf, node: { ...node, low, high } }]
    return node.isTail ? [] : [leaf]
  })
}

/** Returns where the rows of the last leaf most likely end; `leaves` are in order of `direction`. */
function searchEnd(
  leaves: Leaf[],
  apart: Set<number>,
  { counted, unit, total, lastCodes }: SearchedValues,
  direction: number,
): End | null {
  const leaf = leaves.findLast(({ node, rows }) => !node.isTail && rows > 0)
  if (!leaf || isPassed(leaf, apart, direction)) return null
  const values = valuesOf(leaf, apart, unit)
  if (direction < 0) values.reverse()
  const counts = values.flatMap((value) => counted.get(value) ?? [])
  if (values.length < 2 || counts.length < values.length) return null
  const odds = oddsOfEnds(counts, leaf.node.joined, leaf.rows)
  const { low, high } = leaf.node
  const isFew = leaf.rows <= FEW_SHARE * total
  const areCodes = lastCodes.some((cell) => low >= cell.low && high <= cell.high)
  const filled = areCodes
    ? filledByCodes(odds)
    : likeliestFilled(odds, isFew ? EVIDENCE.ofFew : EVIDENCE.ofMany)
  if (filled === values.length && !areCodes) return null
  const shares = areCodes
    ? new Map(values.map((value, i) => [value, shareAt(odds, filled, i)]))
    : undefined
  const last = at(values, filled - 1)
  return direction > 0 ? { leaf, low, high: last + 1, shares } : { leaf, low: last, high, shares }
}

/** Returns true if the leaf is before a value that has a count of its own. */
function isPassed({ node }: Leaf, apart: Set<number>, direction: number): boolean {
  return [...apart].some((value) => (direction > 0 ? value >= node.high : value < node.low))
}

/** The values of a leaf that are not counted apart from it, in order; none if they are too many. */
function valuesOf({ node }: Leaf, apart: Set<number>, unit: number): number[] {
  const first = Math.ceil(node.low / unit)
  const count = Math.floor((node.high - 1) / unit) - first + 1
  if (count > MOST_VALUES) return []
  return Array.from({ length: count }, (_, i) => (first + i) * unit).filter(
    (value) => !apart.has(value),
  )
}

/**
 * Returns how likely it is that `rows` lie evenly on the first value, the first two, and so on, by their counts and by those
 * of parts of the cell; relative to the likeliest.
 */
function oddsOfEnds(
  counts: Counted[],
  { parts, apart }: TreeNode['joined'],
  rows: number,
): number[] {
  const likelihoods = counts.map((_, last) => {
    const each = rows / (last + 1)
    const ofValues = counts.map((value, i) => unlikelihood(value, i <= last ? each : 0))
    const ofParts = parts.map((part) => {
      const within = counts.filter(
        ({ low }, i) => i <= last && low >= part.low && low < part.high && !apart.includes(low),
      )
      return unlikelihood(part, each * within.length)
    })
    return -[...ofValues, ...ofParts].reduce((sum, one) => sum + one, 0)
  })
  const highest = Math.max(...likelihoods)
  return likelihoods.map((likelihood) => Math.exp(likelihood - highest))
}

/** Returns how many of the first values have rows: the fewest that are about as likely as the best; all, if these are not clearly less so. */
function likeliestFilled(odds: number[], clear: number): number {
  if (at(odds, odds.length - 1) > Math.exp(-clear)) return odds.length
  return 1 + odds.findIndex((likelihood) => likelihood > Math.exp(-EVIDENCE.alike))
}

/** Returns how many of the first values codes fill, unless with a small probability more. */
function filledByCodes(odds: number[]): number {
  const sumFrom = (first: number) => odds.slice(first).reduce((sum, one) => sum + one, 0)
  return 1 + odds.findIndex((_, last) => sumFrom(last + 1) < BEYOND_CODES * sumFrom(0))
}

/** Returns the share of rows at a position, as the mean over all ends up to `filled` values. */
function shareAt(odds: number[], filled: number, position: number): number {
  return odds.reduce(
    (share, one, last) => share + (last >= position && last < filled ? one / (last + 1) : 0),
    0,
  )
}

const unlikelihood = ({ count, variance }: Counted, expected: number): number =>
  (count - expected) ** 2 / (2 * variance)

/** Probability that noise alone makes any round number of a first cell stand out. */
const FALSE_END = 0.005

/**
 * Gives the outermost round numbers back to their first cells where the noise of so many could make one stand out: beyond all
 * others, they would hold the rows of their cell.
 */
export function dropFaintEnds(roots: TreeNode[], spikes: Counted[], unit: number): void {
  for (const direction of [1, -1]) {
    const singles = roots.flatMap((root) => singlesOf(root).map((node) => ({ root, node })))
    singles.sort((a, b) => direction * (b.node.low - a.node.low))
    for (const { root, node } of singles) {
      const isBeyond = spikes.every(({ low }) => direction * (node.low - low) > 0)
      const round = ROUND_NUMBERS.filter(
        (value) => value >= root.low && value < root.high && Number.isInteger(value / unit),
      )
      const threshold = upperNormalQuantile(FALSE_END / Math.max(1, round.length))
      if (!isBeyond || node.count > threshold * Math.sqrt(node.variance)) break
      const others = root.children.filter((child) => child !== node)
      if (others.every(({ isSingle }) => isSingle)) break
      root.children = others
    }
  }
}
