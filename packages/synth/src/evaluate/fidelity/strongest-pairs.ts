import { independentCounts } from '../../model/measure/pair-tables.ts'
import { countPlaces, layPair, type PlacedColumn, strongestPairs } from './pair-plot.ts'

/**
 * Describes a column with its rows of the original, each at its place; `index` is the column's
 * position in the table.
 */
export type OwnColumn = PlacedColumn & { index: number; own: Int32Array }

/** Rows that pairs are ranked by; all that are sampled are counted in the end. */
const RANKED_ROWS = 5000

/**
 * Returns the strongest pairs of columns, with the rows of the original by place, row-major by `y`.
 */
export function strongestOwnPairs(columns: OwnColumn[]) {
  const ranked = columns.flatMap((a, i) =>
    columns.slice(i + 1).map((b) => {
      const pair = layPair(a, b)
      const strength = dependence(countRows(pair, RANKED_ROWS), placesOn(pair.x))
      return { pair, columns: [a.index, b.index] as const, strength }
    }),
  )
  return strongestPairs(ranked).map(({ pair }) => ({ pair, counted: countRows(pair) }))
}

const placesOn = ({ laid }: PlacedColumn) => laid.axis.labels.length

/** Counts pairs of places in the first rows of the original. */
function countRows({ x, y }: { x: OwnColumn; y: OwnColumn }, rows = x.own.length): Float64Array {
  const places = { x: x.own.subarray(0, rows), y: y.own.subarray(0, rows) }
  return countPlaces(places, { width: placesOn(x), height: placesOn(y) })
}

/** The L1 distance of counts, row-major by `width`, from independent ones, less what chance makes of it; per row. */
function dependence(counts: Float64Array, width: number): number {
  const across = new Float64Array(width)
  const down = new Float64Array(counts.length / width)
  for (const [cell, count] of counts.entries()) {
    across[cell % width]! += count
    down[Math.floor(cell / width)]! += count
  }
  const total = across.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  let distance = 0
  for (const [cell, expected] of independentCounts(down, across, total).entries())
    distance += Math.abs(counts[cell]! - expected) - Math.sqrt((2 / Math.PI) * expected)
  return distance / total
}
