import { normSub } from '../private/norm-sub.ts'
import { upperNormalQuantile } from '../private/normal-quantile.ts'
import type { Interval } from './public-cells.ts'

/** Holds a noisy count of the integers from `low` to `high` - 1, and its variance: Infinity before the first look. */
export type Counted = Interval & { count: number; variance: number }

/**
 * Describes the cells of a column's numbers, each with the cells into which it is cut. A `single` is one value within another
 * cell that is counted apart from it; the counts of other cells leave it out.
 */
export type TreeNode = Counted & {
  children: TreeNode[]
  isSingle: boolean
  isTail: boolean
  /** True if it was cut for few rows, to see if they lie in one part of it. */
  isTrial: boolean
  /** The parts of such a cut that were joined again; `apart` are the values that their counts leave out. */
  joined: { parts: Counted[]; apart: number[] }
}

export function uncounted({ low, high }: Interval, isSingle = false): TreeNode {
  return {
    low,
    high,
    count: 0,
    variance: Number.POSITIVE_INFINITY,
    children: [],
    isSingle,
    isTail: false,
    isTrial: false,
    joined: { parts: [], apart: [] },
  }
}

/** Joins a further noisy count to what is known, by inverse variance. */
export function observe(counted: Counted, count: number, variance: number): void {
  const known = 1 / counted.variance
  const joint = known + 1 / variance
  counted.count = ((known > 0 ? counted.count * known : 0) + count / variance) / joint
  counted.variance = 1 / joint
}

/** Returns the cells that are not cut further, in order. */
export function leavesOf(nodes: TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? leavesOf(node.children) : [node]))
}

/** Returns true if the cell holds other multiples of `unit` than single values. */
export function hasOthers({ low, high }: Interval, singles: Interval[], unit: number): boolean {
  const multiples = Math.floor((high - 1) / unit) - Math.ceil(low / unit) + 1
  if (multiples > singles.length) return true
  const within = singles.filter(
    (single) => single.low >= low && single.low < high && Number.isInteger(single.low / unit),
  )
  return within.length < multiples
}

/** Deviations by which a round number stands out to be counted on its own, and by which it does in the end. */
const ROUND_DEVIATIONS = { counted: 1.5, kept: 3.2 }

/** Has the round numbers of a first cell that stand out counted on their own. */
export function addRoundValues(root: TreeNode, round: Counted[], unit: number): void {
  if (root.high - root.low <= 1) return
  const standing = round.filter(
    ({ low, count, variance }) =>
      low >= root.low &&
      low < root.high &&
      Number.isInteger(low / unit) &&
      count > ROUND_DEVIATIONS.counted * Math.sqrt(variance),
  )
  if (standing.length === 0) return
  const singles = standing.map((counted) => ({ ...uncounted(counted, true), ...counted }))
  const rest = hasOthers(root, singles, unit) ? [uncounted(root)] : []
  root.children = [...rest, ...singles]
}

/** Returns the values of a cell that are counted apart from it. */
export const singlesOf = ({ children }: TreeNode): TreeNode[] =>
  children.filter(({ isSingle }) => isSingle)

/** Gives round numbers that do not stand out back to the cell they lie in. */
export function dropFaintValues(node: TreeNode): void {
  const kept = node.children.filter(
    ({ isSingle, count, variance }) =>
      !isSingle || count > ROUND_DEVIATIONS.kept * Math.sqrt(variance),
  )
  const isBare = kept.every(({ isSingle }) => isSingle)
  if (!isBare) node.children = kept
}

/** Makes counts of cells agree with those of their parts by least squares, from the bottom up. Source: Hay et al., 2010. */
export function reconcileUpward(node: TreeNode): void {
  if (node.children.length === 0) return
  for (const child of node.children) reconcileUpward(child)
  observe(node, sumOf(node.children, 'count'), sumOf(node.children, 'variance'))
}

export const sumOf = (nodes: Counted[], key: 'count' | 'variance') =>
  nodes.reduce((sum, node) => sum + node[key], 0)

/**
 * Holds a cell of the finished tree with its share of the rows; `family` are those of one parent. `shares` say how the rows lie
 * on its values, if not evenly.
 */
export type Leaf = {
  node: TreeNode
  rows: number
  family: Family
  shares?: ReadonlyMap<number, number> | undefined
}
export type Family = { variance: number; members: number }

/** Shares `rows` among the cells below `node`, from the top down. */
export function shareDownward(node: TreeNode, rows: number, family?: Family): Leaf[] {
  const { children, variance } = node
  if (children.length === 0) return [{ node, rows, family: family ?? { variance, members: 1 } }]
  const shares = sharesOf(children, rows)
  const own = { variance, members: children.length }
  return children.flatMap((child, i) => shareDownward(child, shares[i]!, own))
}

/** Probability that noise alone makes any part of a cell stand out. */
const FALSE_PART = 0.005
/** If fewer parts than this share stand out, only they and their neighbors have rows. */
const DENSE_SHARE = 0.6
/** Deviations from which a neighbor of a part that stands out has rows. */
const BESIDE_DEVIATIONS = 0.5
/** So few parts are never taken to be empty, unless some of their values are counted apart. */
const FEW_PARTS = 3
/** Deviations from which a part has further rows than those. */
const REST_DEVIATIONS = 2

/** Deviations of the rows that the other parts of a cell cut for few rows have at most, if one holds them all. */
const OTHERS_DEVIATIONS = 1

/**
 * Joins the parts of a cell that was cut for few rows, unless one of them stands out and the others together have no more
 * than noise: else a thin tail would end where it begins. Their counts leave out the values `apart`.
 */
export function joinTrial(node: TreeNode, apart: number[]): void {
  const parts = node.children.filter(({ isSingle }) => !isSingle)
  if (!node.isTrial || parts.length < 2) return
  const far = upperNormalQuantile(FALSE_PART / parts.length)
  const stands = ({ count, variance }: TreeNode) => count > far * Math.sqrt(variance)
  const others = parts.filter((part) => !stands(part))
  const most = OTHERS_DEVIATIONS * Math.sqrt(sumOf(others, 'variance'))
  if (others.length < parts.length && sumOf(others, 'count') < most) return
  const singles = singlesOf(node)
  const [count, variance] = [sumOf(parts, 'count'), sumOf(parts, 'variance')]
  const joined = { parts, apart }
  node.joined = joined
  node.children =
    singles.length > 0 ? [{ ...uncounted(node), count, variance, joined }, ...singles] : []
}

/**
 * Shares `rows` among the parts that hold some, those between them and their neighbors; among all, if the
 * others together have clearly more than noise.
 */
export function sharesOf(nodes: TreeNode[], rows: number): Float64Array {
  const variances = nodes.map(({ variance }) => variance)
  const noise = variances.reduce((sum, variance) => sum + variance, 0)
  const excess = rows - sumOf(nodes, 'count')
  const fitted = nodes.map(({ count, variance }) => count + (excess * variance) / noise)
  const kept = presentParts(nodes, fitted)
  const counts = fitted.map((count, i) => (kept[i] ? count : 0))
  const dropped = nodes.filter((_, i) => !kept[i])
  const missed = Math.min(
    rows - counts.reduce((sum, count) => sum + count, 0),
    sumOf(dropped, 'count'),
  )
  if (missed > REST_DEVIATIONS * Math.sqrt(sumOf(dropped, 'variance'))) return normSub(counts, rows)
  const isPart = (i: number) => !nodes[i]!.isSingle
  const found = [...kept.keys()].filter((i) => kept[i] && isPart(i))
  const [first, last] = [(found[0] ?? nodes.length) - 1, (found.at(-1) ?? -2) + 1]
  const within = [...nodes.keys()].filter((i) => !isPart(i) || (i >= first && i <= last))
  const shares = new Float64Array(nodes.length)
  const ofWithin = normSub(
    within.map((i) => counts[i] ?? 0),
    rows,
  )
  for (const [place, i] of within.entries()) shares[i] = ofWithin[place]!
  return shares
}

function presentParts(nodes: TreeNode[], counts: number[]): boolean[] {
  const all = nodes.map(() => true)
  const parts = [...nodes.keys()].filter((i) => !nodes[i]!.isSingle)
  if (parts.length <= FEW_PARTS) {
    const hasSingles = parts.length < nodes.length
    // A part does not stand out because others lost rows to noise.
    return nodes.map(
      ({ isSingle, count, variance }, i) =>
        isSingle ||
        !hasSingles ||
        Math.min(count, counts[i]!) > REST_DEVIATIONS * Math.sqrt(variance),
    )
  }
  const variances = parts.map((i) => nodes[i]!.variance)
  const typical = [...variances].sort((a, b) => a - b)[variances.length >> 1]!
  const deviation = Math.sqrt(typical)
  const threshold = deviation * upperNormalQuantile(FALSE_PART / parts.length)
  const stands = parts.map((i) => counts[i]! > threshold)
  const standing = stands.filter(Boolean).length
  if (standing === 0 || standing >= DENSE_SHARE * parts.length) return all
  for (const [place, i] of parts.entries()) {
    const isBeside = stands[place - 1] || stands[place + 1]
    const isSure = nodes[i]!.variance < typical / 2
    all[i] =
      stands[place]! || isSure || (Boolean(isBeside) && counts[i]! > BESIDE_DEVIATIONS * deviation)
  }
  return all
}
