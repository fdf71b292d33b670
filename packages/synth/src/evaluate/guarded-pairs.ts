import type { FittedColumn } from '../fit/fitted-model.ts'
import { MIN_BIN_ROWS } from '../fit/guarded-cells.ts'
import { independentCounts } from '../fit/pair-tables.ts'
import {
  countPlaces,
  layPair,
  type PairPlot,
  type PlottedColumn,
  pairPlot,
  placesOf,
  plottedColumn,
  strongestPairs,
} from './pair-plot.ts'
import type { Samples } from './samples.ts'

/** Rows that pairs are ranked by; all that are sampled are plotted. */
const RANKED_ROWS = 5000

/**
 * The strongest pairs of columns of a protected twin. Places are groups of guarded cells, and the original's counts are
 * rounded to multiples of the fewest rows that a cell may stand for, so that no smaller group shows; how well they match is
 * a mean over all rows, and exact.
 */
export function plotGuardedPairs(
  columns: FittedColumn[],
  { train, twin }: Pick<Samples, 'train' | 'twin'>,
): PairPlot[] {
  const plotted = columns.flatMap((column, j) => {
    const made = plottedColumn(column, twin.columns[j]!)
    return made ? [{ ...made, own: placesOf(column, made.laid, train.columns[j]!) }] : []
  })
  const ranked = plotted.flatMap((a, i) =>
    plotted.slice(i + 1).map((b) => {
      const pair = layPair(a, b)
      const strength = dependence(countRows(pair, RANKED_ROWS), pair.x.laid.size)
      return { pair, columns: [a.column.index, b.column.index] as const, strength }
    }),
  )
  return strongestPairs(ranked).flatMap(({ pair }) => {
    const counted = countRows(pair)
    const plot = pairPlot(pair, counted.map(roundedToGuard), counted)
    return plot ? [plot] : []
  })
}

type OwnColumn = PlottedColumn & { own: Int32Array }

/** Of the first rows of the original. */
function countRows({ x, y }: { x: OwnColumn; y: OwnColumn }, rows = x.own.length): Float64Array {
  const [width, height] = [x.laid.size, y.laid.size]
  return countPlaces({ x: x.own.subarray(0, rows), y: y.own.subarray(0, rows) }, { width, height })
}

const roundedToGuard = (count: number) => Math.round(count / MIN_BIN_ROWS) * MIN_BIN_ROWS

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
