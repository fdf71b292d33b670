import { at } from '../pairs/at.ts'
import { upperNormalQuantile } from '../private/normal-quantile.ts'
import { type Counted, type Leaf, singlesOf, type TreeNode } from './number-tree.ts'
import { ROUND_NUMBERS } from './public-cells.ts'

/** Counts of single values by value, and the greatest common divisor of all but few numbers. */
type SearchedValues = { counted: Map<number, Counted>; unit: number; total: number }

/** Logarithms of how much likelier an end has to be than that of the whole cell, and of what makes no difference. */
const EVIDENCE = { ofFew: 0.4, ofMany: 2, alike: 0.4 }
/** Sets the share of rows above which a cell is not searched: too many rows would be misplaced where noise is large. */
const FEW_SHARE = 0.03
/** Cells of more values are not searched: their rows are too thin on each. */
const MOST_VALUES = 100

/**
 * Ends the outermost leaves of few rows where these most likely end, by the noisy counts of public round numbers: if all values
 * of the leaf are such. A value at the end that 50 of 6,000 rows hold would else be spread to the end of its cell. No tail
 * follows. Costs nothing.
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
    const low = leaf === below?.leaf ? below.low : node.low
    const high = leaf === above?.leaf ? above.high : node.high
    return [{ ...leaf, node: { ...node, low, high } }]
  })
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

/** Returns the last leaf, narrowed to the values that its rows most likely lie on; `leaves` are in order of `direction`. */
function searchEnd(
  leaves: Leaf[],
  apart: Set<number>,
  { counted, unit, total }: SearchedValues,
  direction: number,
): { leaf: Leaf; low: number; high: number } | null {
  const leaf = leaves.findLast(({ node, rows }) => !node.isTail && rows > 0)
  if (!leaf || isPassed(leaf, apart, direction)) return null
  const values = valuesOf(leaf, apart, unit)
  if (direction < 0) values.reverse()
  const counts = values.flatMap((value) => counted.get(value) ?? [])
  if (values.length < 2 || counts.length < values.length) return null
  const filled = likeliestFilled(
    counts,
    leaf.node.joined,
    leaf.rows,
    leaf.rows > FEW_SHARE * total ? EVIDENCE.ofMany : EVIDENCE.ofFew,
  )
  if (filled === values.length) return null
  const last = at(values, filled - 1)
  const { low, high } = leaf.node
  return direction > 0 ? { leaf, low, high: last + 1 } : { leaf, low: last, high }
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
 * Returns how many of the first values hold `rows` evenly, by their counts and by those of parts of the cell: the fewest
 * whose likelihood is close to the best one's; all values where the counts do not decide.
 */
function likeliestFilled(
  counts: Counted[],
  { parts, apart }: TreeNode['joined'],
  rows: number,
  clear: number,
): number {
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
  if (highest < at(likelihoods, likelihoods.length - 1) + clear) return counts.length
  return 1 + likelihoods.findIndex((likelihood) => likelihood > highest - EVIDENCE.alike)
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
