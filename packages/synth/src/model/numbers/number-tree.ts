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
  /** True for the outermost cells: where the numbers end within them is worth a cut for few rows. */
  isEnd: boolean
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

/** Cuts the cells of a first cell that have rows enough; `spikes` are in none of them. */
export function cutCells(node: TreeNode, spikes: Interval[], cutting: Cutting): void {
  if (node.isSingle) return
  const singles = singlesOf(node)
  const isUncounted = node.children.some(({ variance }) => variance === Number.POSITIVE_INFINITY)
  if (isUncounted) {
    const rows = singles.reduce((left, { count }) => left - count, node.count)
    const parts = cut(node, rows, [...spikes, ...singles], cutting)
    if (parts.length > 1) node.children = [...parts, ...singles]
  } else if (node.children.length === 0) {
    const parts = cut(node, node.count, spikes, cutting)
    if (parts.length > 1) node.children = parts
  } else
    for (const child of node.children)
      cutCells(child, [...spikes, ...singles], { ...cutting, isEnd: false })
}

/** Outermost cells are cut into so many parts for so many deviations of rows; if the others of these are empty. */
const TRIAL = { parts: 5, deviations: 2.5, others: 1 }

function cut(cell: TreeNode, rows: number, singles: Interval[], cutting: Cutting): TreeNode[] {
  const isEnough = isWorthCutting(rows, cutting)
  if (!isEnough && !(cutting.isEnd && rows >= TRIAL.deviations * cutting.sigma)) return []
  cell.isTrial = !isEnough
  const parts = isEnough
    ? partsOf(cell, rows, cutting)
    : equalParts(cell, TRIAL.parts, cutting.unit)
  return parts
    .filter((part) => hasOthers(part, singles, cutting.unit))
    .map((part) => uncounted(part))
}

/** Makes counts of cells agree with those of their parts by least squares, from the bottom up. Source: Hay et al., 2010. */
export function reconcileUpward(node: TreeNode): void {
  if (node.children.length === 0) return
  for (const child of node.children) reconcileUpward(child)
  observe(node, sumOf(node.children, 'count'), sumOf(node.children, 'variance'))
}

export const sumOf = (nodes: Counted[], key: 'count' | 'variance') =>
  nodes.reduce((sum, node) => sum + node[key], 0)

/** Holds a cell of the finished tree with its share of the rows; `family` are those of one parent. */
export type Leaf = { node: TreeNode; rows: number; family: Family }
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
  const most = TRIAL.others * Math.sqrt(sumOf(others, 'variance'))
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
