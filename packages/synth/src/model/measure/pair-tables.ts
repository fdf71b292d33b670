/** Counts over the groups of two columns' bins, row-major a by b; a < b are positions in the model. */
export type PairTable = { a: number; b: number; counts: Float64Array }

/** Divides a column's bins into `count` groups. */
export type BinGroups = { groupOf: Int32Array; count: number }

/** Divides the pairs of bins of two columns into cells: the cell of each, row-major a by b. */
export type PairCells = { cellOf: Uint16Array; cellCount: number }

/** Counts over the cells of a pair, with noise `sigma` on each; a < b are positions in the model. */
export type CellTable = {
  a: number
  b: number
  cellOf: Uint16Array
  counts: Float64Array
  sigma: number
}

/**
 * Holds the noisy tables of the first look at pairs, over groups of bins and all with the same `sigma`, and those of the
 * second, at some of the pairs.
 */
export type NoisyPairs = {
  /** Groups by column. */
  groups: BinGroups[]
  tables: PairTable[]
  sigma: number
  closer: CellTable[]
}

/** Returns groups of one bin each. */
export function ungrouped(binCount: number): BinGroups {
  return { groupOf: Int32Array.from({ length: binCount }, (_, bin) => bin), count: binCount }
}

/** Returns the expected counts of two independent columns: the product of their margins. */
export function independentCounts(
  marginA: Float64Array,
  marginB: Float64Array,
  total: number,
): Float64Array {
  const bins = marginB.length
  const expected = new Float64Array(marginA.length * bins)
  for (let i = 0; i < marginA.length; i++) {
    const share = at(marginA, i) / total
    for (let k = 0; k < bins; k++) expected[i * bins + k] = share * at(marginB, k)
  }
  return expected
}

/** Sums values per bin by group. */
export function sumByGroup(values: Float64Array, { groupOf, count }: BinGroups): Float64Array {
  const sums = new Float64Array(count)
  for (let bin = 0; bin < values.length; bin++) sums[at(groupOf, bin)]! += at(values, bin)
  return sums
}

/** Sums counts of pairs of bins, row-major, by the groups of both. */
export function sumByGroups(
  counts: Float64Array,
  groupsA: BinGroups,
  groupsB: BinGroups,
): Float64Array {
  const sums = new Float64Array(groupsA.count * groupsB.count)
  const bins = groupsB.groupOf.length
  for (let i = 0; i < groupsA.groupOf.length; i++) {
    const first = at(groupsA.groupOf, i) * groupsB.count
    for (let k = 0; k < bins; k++) sums[first + at(groupsB.groupOf, k)]! += at(counts, i * bins + k)
  }
  return sums
}

/** Sums counts of pairs of bins by cell. */
export function sumByCell(counts: Float64Array, { cellOf, cellCount }: PairCells): Float64Array {
  const sums = new Float64Array(cellCount)
  for (let i = 0; i < counts.length; i++) sums[at(cellOf, i)]! += at(counts, i)
  return sums
}

/**
 * Spreads counts over groups of two columns over their bins, row-major: as if the columns were independent of each other
 * within every pair of groups.
 */
export function spreadOverBins(
  counts: Float64Array,
  a: { margin: Float64Array; groups: BinGroups },
  b: { margin: Float64Array; groups: BinGroups },
): Float64Array {
  const [shareA, shareB] = [sharesInGroup(a.margin, a.groups), sharesInGroup(b.margin, b.groups)]
  const bins = b.margin.length
  const spread = new Float64Array(a.margin.length * bins)
  for (let i = 0; i < a.margin.length; i++) {
    const first = at(a.groups.groupOf, i) * b.groups.count
    for (let k = 0; k < bins; k++)
      spread[i * bins + k] =
        at(counts, first + at(b.groups.groupOf, k)) * at(shareA, i) * at(shareB, k)
  }
  return spread
}

/** Returns the share of each bin in its group; equal ones in a group without rows. */
export function sharesInGroup(margin: Float64Array, groups: BinGroups): Float64Array {
  const sums = sumByGroup(margin, groups)
  const sizes = sumByGroup(new Float64Array(margin.length).fill(1), groups)
  return margin.map((count, bin) => {
    const group = at(groups.groupOf, bin)
    return at(sums, group) > 0 ? count / at(sums, group) : 1 / at(sizes, group)
  })
}

import { at } from '../pairs/at.ts'
