import { discreteGaussian } from '../../random/discrete-gaussian.ts'
import type { RandomSource } from '../../random/random-source.ts'
import type { Measure } from '../measure/measure.ts'
import { ZERO_CLASSES } from '../value-in-cell.ts'
import { type Counted, leavesOf, observe, type TreeNode } from './number-tree.ts'
import { type Interval, LARGEST } from './public-cells.ts'

/** Holds what is known of a column; all of it is private. */
export type NumberCells = {
  /** Values that are cells of their own in every look. */
  spikes: Counted[]
  missing: Counted
  /** The first cells, with those they were cut into. */
  roots: TreeNode[]
}

/** Counts every cell that is not cut, every single value and missing ones, with noise of `sigma`. */
export async function lookAtLeaves(
  { measure, random }: { measure: Measure; random: RandomSource },
  index: number,
  { spikes, missing, roots }: NumberCells,
  sigma: number,
): Promise<void> {
  const leaves = leavesOf(roots)
  const parts = leaves.filter(({ isSingle }) => !isSingle)
  const singles = [...spikes, ...leaves.filter(({ isSingle }) => isSingle)]
  const exact = await countParts(measure, index, parts, singles)
  observeAll(parts, singles, missing, exact, sigma, random)
}

/** Adds noise to exact counts and joins them to what is known. */
export function observeAll(
  parts: Counted[],
  singles: Counted[],
  missing: Counted,
  exact: PartCounts,
  sigma: number,
  random: RandomSource,
): void {
  const look = (counted: Counted, count: number) => {
    observe(counted, count + discreteGaussian(random, sigma), sigma * sigma)
  }
  for (const [i, part] of parts.entries()) look(part, exact.parts[i]!)
  for (const [i, single] of singles.entries()) look(single, exact.singles[i]!)
  look(missing, exact.missing)
}

/** Holds exact rows: of intervals, without the single values; of those; and without a value. */
export type PartCounts = { parts: Float64Array; singles: Float64Array; missing: number }

/** Counts the rows of each part and single value; every row is in at most one of them, or missing. */
export async function countParts(
  measure: Measure,
  index: number,
  parts: Interval[],
  singles: Interval[],
): Promise<PartCounts> {
  const { grid, ownerOf } = layParts(parts, singles)
  const counts = await measure.countCells(index, grid)
  const sums = new Float64Array(parts.length + singles.length)
  ownerOf.forEach((owner, cell) => {
    if (owner >= 0) sums[owner]! += counts[cell]!
  })
  return {
    parts: sums.slice(0, parts.length),
    singles: sums.slice(parts.length),
    missing: counts.at(-1)!,
  }
}

/** Counts the rows of each part by the trailing zeros of their numbers as well. */
export async function countZerosOfParts(
  measure: Measure,
  index: number,
  parts: Interval[],
  singles: Interval[],
): Promise<PartCounts & { zeros: Float64Array[] }> {
  const { grid, ownerOf } = layParts(parts, singles)
  const counts = await measure.countZeros(index, grid)
  const zeros = [...parts, ...singles].map(() => new Float64Array(ZERO_CLASSES))
  ownerOf.forEach((owner, cell) => {
    if (owner < 0) return
    for (let k = 0; k < ZERO_CLASSES; k++) zeros[owner]![k]! += counts[cell * ZERO_CLASSES + k]!
  })
  const sums = Float64Array.from(zeros, (rows) => rows.reduce((sum, count) => sum + count, 0))
  return {
    parts: sums.slice(0, parts.length),
    singles: sums.slice(parts.length),
    missing: counts.subarray(ownerOf.length * ZERO_CLASSES).reduce((sum, count) => sum + count, 0),
    zeros: zeros.slice(0, parts.length),
  }
}

/** Lays the cells of disjoint parts, from which singles are left out; owners are positions in both, -1 for none. */
function layParts(parts: Interval[], singles: Interval[]) {
  const edges = new Set<number>([1 - LARGEST, LARGEST])
  for (const { low, high } of [...parts, ...singles]) edges.add(low).add(high)
  const starts = Float64Array.from(edges).sort()
  const singleAt = new Map(singles.map(({ low }, i) => [low, parts.length + i]))
  const order = [...parts.keys()].sort((a, b) => parts[a]!.low - parts[b]!.low)
  let next = 0
  const ownerOf = Array.from(starts.subarray(0, -1), (start) => {
    while (next < order.length && parts[order[next]!]!.high <= start) next++
    const part = order[next]
    const isInside = part !== undefined && parts[part]!.low <= start
    return singleAt.get(start) ?? (isInside ? part : -1)
  })
  return { grid: { starts }, ownerOf }
}
