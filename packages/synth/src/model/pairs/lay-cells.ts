import type { PairCells } from '../measure/pair-tables.ts'
import { at } from './at.ts'
import { type BinOrder, groupBins } from './group-bins.ts'

/** Describes a column of a pair: its expected counts per bin. */
export type PairSide = { margin: Float64Array; order: BinOrder }

/** Up to this many bins, a column is counted bin by bin. */
const FEW_BINS = 26
/** Cells of a table of all bins, per cell that the noise allows for. */
const CELLS_PER_ALLOWED = 4
/** Adds this share of the second column's own distribution to what is predicted: it may be wrong. */
const OWN_SHARE = 0.15
/** A group of rows with more than its part of them gets at most so many times as many cells. */
const MAX_REFINING = 2
const LEAST_CELLS = 4

/**
 * Divides the bins of two columns into about `limit` by `limit` cells: for every group of the first, groups of the second
 * that hold as many rows by `predicted`, row-major counts per pair of bins. So cells are fine where rows are expected, and
 * one large cell covers what is likely empty. Two columns of few bins have every pair of bins for itself. What is
 * predicted has to be private: cells show it.
 */
export function layCells(
  a: PairSide,
  b: PairSide,
  predicted: Float64Array,
  limit: number,
): PairCells {
  const [binsA, binsB] = [a.margin.length, b.margin.length]
  if (isCountedInFull(binsA, binsB, limit))
    return {
      cellOf: Uint16Array.from({ length: binsA * binsB }, (_, cell) => cell),
      cellCount: binsA * binsB,
    }
  const total = a.margin.reduce((sum, count) => sum + count, 0)
  const rows = groupBins(a.margin, limit, a.order)
  const cellOf = new Uint16Array(binsA * binsB)
  let cellCount = 0
  for (let group = 0; group < rows.count; group++) {
    const members = [...rows.groupOf.keys()].filter((bin) => rows.groupOf[bin] === group)
    const mass = members.reduce((sum, bin) => sum + at(a.margin, bin), 0)
    const expected = expectedInGroup(members, b.margin, predicted)
    const parts = Math.round(limit * Math.min(MAX_REFINING, (mass * rows.count) / total))
    const cells = b.order.isOrdered
      ? groupBins(expected, Math.max(Math.min(limit, LEAST_CELLS), parts), b.order)
      : groupBins(b.margin, limit, b.order)
    for (const i of members)
      for (let k = 0; k < binsB; k++) cellOf[i * binsB + k] = cellCount + at(cells.groupOf, k)
    cellCount += cells.count
  }
  return { cellOf, cellCount }
}

function isCountedInFull(binsA: number, binsB: number, limit: number): boolean {
  if (binsA > FEW_BINS || binsB > FEW_BINS) return false
  return binsA * binsB <= CELLS_PER_ALLOWED * limit * limit
}

/** Counts of the second column's bins in some bins of the first. */
function expectedInGroup(
  members: number[],
  margin: Float64Array,
  predicted: Float64Array,
): Float64Array {
  const bins = margin.length
  const expected = new Float64Array(bins)
  for (const i of members)
    for (let k = 0; k < bins; k++) expected[k]! += at(predicted, i * bins + k)
  const mass = expected.reduce((sum, count) => sum + count, 0)
  const total = margin.reduce((sum, count) => sum + count, 0)
  const added = total > 0 ? (OWN_SHARE * mass) / total : 0
  return expected.map((count, k) => count + added * at(margin, k))
}
