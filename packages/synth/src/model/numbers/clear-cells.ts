import { upperNormalQuantile } from '../private/normal-quantile.ts'
import { rateBehind } from './end-decay.ts'
import { sumOf, type TreeNode } from './number-tree.ts'
import { type Interval, NUMBER_ROOTS } from './public-cells.ts'

/** Probability that noise alone makes any of a column's first cells far from all others seem to hold rows. */
const FALSE_PRESENCE = 1e-5
/** Deviations of a weak cell between clear ones. */
const WEAK_DEVIATIONS = 1.6
/** Cells apart, and deviations, by which a cell near others with rows, or not far from them, holds some as well. */
const NEAR = { cells: 2, deviations: 3.3 }
const NOT_FAR = { cells: 8, deviations: 4 }

/**
 * Returns true for each of the first cells that clearly holds rows: the further it is from others, and from `spikes`, the
 * more. Those near others need `nearDeviations` of their noise.
 */
export function clearCells(
  nodes: TreeNode[],
  spikes: Interval[],
  nearDeviations = NEAR.deviations,
): boolean[] {
  const far = upperNormalQuantile(FALSE_PRESENCE / nodes.length)
  const stands = ({ count, variance }: TreeNode, deviations: number) =>
    count > deviations * Math.sqrt(variance)
  const hasSpike = nodes.map(({ low, high }) =>
    spikes.some((spike) => spike.low >= low && spike.low < high),
  )
  let clear = nodes.map((node) => stands(node, far))
  for (let step = 0; step < nodes.length; step++) {
    const isWithin = (cells: number, i: number) =>
      [clear, hasSpike].some((are) =>
        are.slice(Math.max(0, i - cells), i + cells + 1).includes(true),
      )
    const next = nodes.map(
      (node, i) =>
        clear[i]! ||
        (stands(node, nearDeviations) && isWithin(NEAR.cells, i)) ||
        (stands(node, NOT_FAR.deviations) && isWithin(NOT_FAR.cells, i)),
    )
    if (next.every((is, i) => is === clear[i])) break
    clear = next
  }
  return clear
}

/**
 * Returns the first cells that hold rows: clear ones, those of the last codes, weak ones between those, tails beyond them,
 * whose counts are adjusted, and weak ones that cannot move a mean where those together hold fewer than `rows`. `spikes`
 * are in none of them.
 */
export function cellsWithRows(
  nodes: TreeNode[],
  rows: number,
  spikes: Interval[],
  lastCodes: TreeNode[] = [],
): TreeNode[] {
  const own = clearCells(nodes, spikes)
  const clear = nodes.map((node, i) => Boolean(own[i]) || lastCodes.includes(node))
  if (!clear.includes(true)) return []
  const kept = withWeakCells(nodes, clear)
  const isCliff = [-1, 1].map((direction) => endsInCliff(nodes, kept, direction))
  for (const [i, direction] of [-1, 1].entries())
    if (!isCliff[i]) continueTail(nodes, kept, direction)
  addFaintCells(nodes, kept, rows)
  return nodes.filter((_, i) => kept[i])
}

/**
 * Sets the probability that noise alone makes the cell behind all codes seem to hold further ones, and the share of rows which
 * it may then put there at the least, and how many values the cell may have.
 */
const LAST_CODES = { falsely: 0.005, misplaced: 0.01, values: 10 }

/**
 * Returns the cells of few values right behind all that hold rows or spikes, away from zero, if their counts stand out, though
 * not enough for cells of other columns: few rows hold the last codes, and codes leave no gaps. Zero is no code, as numbers of
 * any size may follow it. Costs nothing.
 */
export function findLastCodes(nodes: TreeNode[], spikes: Interval[], total: number): TreeNode[] {
  const clear = clearCells(nodes, spikes)
  const places = [...spikes, ...nodes.filter((_, i) => clear[i])].map(rootOf)
  if (places.length === 0) return []
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const isBehind = (node: TreeNode) =>
    node.low > 1 ? rootOf(node) === last + 1 : node.high < 0 && rootOf(node) === first - 1
  return nodes.filter((node) => {
    const least = upperNormalQuantile(LAST_CODES.falsely) * Math.sqrt(node.variance)
    const isSure = node.count > least && least < LAST_CODES.misplaced * total
    return isSure && node.high - node.low <= LAST_CODES.values && isBehind(node)
  })
}

/** Returns the position, among all first cells, of the one that holds a cell or value. */
function rootOf({ low }: Interval): number {
  return NUMBER_ROOTS.findIndex((root) => low >= root.low && low < root.high)
}

function withWeakCells(nodes: TreeNode[], clear: boolean[]): boolean[] {
  let kept = clear
  for (let step = 0; step < 2; step++) {
    const [first, last] = [kept.indexOf(true), kept.lastIndexOf(true)]
    kept = kept.map((is, i) => {
      const { count, variance } = nodes[i]!
      const isBeside = kept[i - 1] || kept[i + 1]
      const isWeak = count > WEAK_DEVIATIONS * Math.sqrt(variance)
      return is || (Boolean(isBeside) && i > first && i < last && isWeak)
    })
  }
  return kept
}

/** Deviations by which small cells of one sign hold rows together, and by which each of them has some then. */
const TOGETHER_DEVIATIONS = 3.3
const FAINT_DEVIATIONS = 0.75
/** Numbers of this part of the largest, and smaller ones, cannot move a mean. */
const SMALL_SHARE = 0.1

/** Adds the likeliest of the small cells of each sign that together hold rows, until as many as `rows` are found. */
function addFaintCells(nodes: TreeNode[], kept: boolean[], rows: number): void {
  const sizeOf = ({ low, high }: TreeNode) => Math.max(Math.abs(low), Math.abs(high))
  const has = nodes.filter((_, i) => kept[i])
  const largest = has.reduce((most, node) => Math.max(most, sizeOf(node)), 0)
  let lacking = rows - sumOf(has, 'count')
  for (const isNegative of [true, false]) {
    const small = nodes.filter(
      (node, i) => !kept[i] && node.low < 0 === isNegative && sizeOf(node) <= SMALL_SHARE * largest,
    )
    const together = sumOf(small, 'count')
    if (together < TOGETHER_DEVIATIONS * Math.sqrt(sumOf(small, 'variance'))) continue
    const certainty = ({ count, variance }: TreeNode) => count / Math.sqrt(variance)
    let left = Math.min(lacking, together)
    for (const node of small.sort((a, b) => certainty(b) - certainty(a))) {
      if (left <= 0 || certainty(node) < FAINT_DEVIATIONS) break
      kept[nodes.indexOf(node)] = true
      left -= node.count
      lacking -= node.count
    }
  }
}

/** Cells beyond the last clear one that a tail may reach. */
const TAIL_CELLS = 2
/** The share of the rows of a cell that the next has, at most, and how the ratio itself falls. */
const MOST_DECAY = 0.5
const FALL = { least: 0.2, most: 0.8, past: 1.5, floor: 0.05 }
/** A tail of fewer rows ends. */
const LEAST_ROWS = 2
/** A tail has ended if so many deviations are expected and fewer than `seen` are there. */
const EXPECTED = { deviations: 3, seen: 2.5 }

/**
 * Continues the tail away from zero beyond the outermost cell with rows: each next cell has a falling share of the one before,
 * averaged with its noisy count by how sure each is.
 */
function continueTail(nodes: TreeNode[], kept: boolean[], direction: number): void {
  const last = direction > 0 ? kept.lastIndexOf(true) : kept.indexOf(true)
  const [outermost, ...inside] = outermostCells(nodes, kept, direction)
  if (!outermost) return
  const isAway = outermost.low >= 0 === direction > 0
  const [before, earlier] = [last - direction, last - 2 * direction]
  if (!isAway || !kept[before]) return
  const counts = nodes.map(({ count }) => count)
  const base = Math.max(1, outermost.count)
  if (counts[before]! < base) return
  const decay = Math.min(MOST_DECAY, base / Math.max(1, counts[before]!))
  const past = kept[earlier] ? counts[before]! / Math.max(1, counts[earlier]!) : 1
  const fall = Math.min(
    FALL.most,
    Math.max(FALL.least, decay / Math.max(FALL.floor, Math.min(FALL.past, past))),
  )
  const falling = fallingBeyond(outermost, inside, direction)
  let byShare = base
  for (let step = 1; step <= TAIL_CELLS; step++) {
    const node = nodes[last + direction * step]
    if (!node) return
    byShare *= decay * fall ** step
    const expected = Math.sqrt(byShare * Math.max(0, falling(node)))
    const prior = expected * expected + expected + 1
    const joint = expected / prior + node.count / node.variance
    const rows = joint / (1 / prior + 1 / node.variance)
    const deviation = Math.sqrt(node.variance)
    const hasEnded =
      expected > EXPECTED.deviations * deviation && node.count < EXPECTED.seen * deviation
    if (rows < LEAST_ROWS || hasEnded) return
    kept[last + direction * step] = true
    node.count = rows
    node.variance = Math.max(1, (rows * rows) / 4)
    node.isTail = true
  }
}

/** Returns the rows that a cell beyond the last has where rows fall by the same rate with each integer. */
function fallingBeyond(
  last: TreeNode,
  inside: TreeNode[],
  direction: number,
): (node: TreeNode) => number {
  const { low, high, count } = last
  const pooled = inside.map((node) => ({ node, rows: Math.max(0, node.count) }))
  const rate = rateBehind({ node: last, rows: Math.max(1, count) }, pooled, direction)
  if (rate === 0) return () => Math.max(0, count)
  const outside = (distance: number) => Math.exp(-rate * (distance + high - low))
  const scale = Math.max(0, count) / -Math.expm1(-rate * (high - low))
  return (node) =>
    direction > 0
      ? scale * (outside(node.low - high) - outside(node.high - high))
      : scale * (outside(low - node.high) - outside(low - node.low))
}

/** Returns the outermost cell with rows and those that lie side by side up to it, from the outside in. */
function outermostCells(nodes: TreeNode[], kept: boolean[], direction: number): TreeNode[] {
  const outward = nodes.map((node, i) => ({ node, has: kept[i] }))
  const inward = direction > 0 ? outward.reverse() : outward
  const inside = inward.slice(inward.findIndex(({ has }) => has))
  const gap = inside.findIndex(({ has }) => !has)
  return (gap < 0 ? inside : inside.slice(0, gap)).map(({ node }) => node)
}

/** The outer part of the last cell that has to hold rows for a tail to follow, and the share of its rows and deviations that count. */
const CLIFF = { inner: 0.6, share: 0.1, deviations: 1.5, singles: 0.5 }

/** Returns true if the outer part of the outermost cell is empty, or single values hold most of its rows. */
function endsInCliff(nodes: TreeNode[], kept: boolean[], direction: number): boolean {
  const last = direction > 0 ? kept.lastIndexOf(true) : kept.indexOf(true)
  const { children, count } = nodes[last]!
  const parts = children.filter(({ isSingle }) => !isSingle)
  if (parts.length === 0) return false
  const singles = children.filter(({ isSingle }) => isSingle)
  if (sumOf(singles, 'count') > CLIFF.singles * count) return true
  const inner = Math.floor(parts.length * CLIFF.inner)
  const outer = direction > 0 ? parts.slice(inner) : parts.slice(0, parts.length - inner)
  const rows = outer.reduce((sum, { count }) => sum + count, 0)
  const variance = outer.reduce((sum, part) => sum + part.variance, 0)
  return rows < Math.max(CLIFF.share * count, CLIFF.deviations * Math.sqrt(variance))
}
