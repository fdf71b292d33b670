import type { FittedColumn } from '../../model/fitted-model.ts'
import { MIN_BIN_ROWS } from '../../model/protected/guarded-cells.ts'
import { type PairPlot, pairPlot, placesOf, plottedColumn } from '../fidelity/pair-plot.ts'
import { strongestOwnPairs } from '../fidelity/strongest-pairs.ts'
import type { Samples } from '../samples.ts'

/**
 * Plots the strongest pairs of columns of a protected twin. Places are groups of guarded cells, and
 * the original's counts are rounded to multiples of a cell's minimum of rows, so that no smaller
 * group shows. The accuracy is an exact mean over all rows.
 */
export function plotGuardedPairs(
  columns: FittedColumn[],
  { train, twin }: Pick<Samples, 'train' | 'twin'>,
): PairPlot[] {
  const placed = columns.flatMap((column, j) => {
    const made = plottedColumn(column, twin.columns[j]!)
    if (!made) return []
    return [{ ...made, index: column.index, own: placesOf(column, made.laid, train.columns[j]!) }]
  })
  return strongestOwnPairs(placed).flatMap(({ pair, counted }) => {
    const plot = pairPlot(pair, counted.map(roundedToGuard), counted)
    return plot ? [plot] : []
  })
}

const roundedToGuard = (count: number) => Math.round(count / MIN_BIN_ROWS) * MIN_BIN_ROWS
