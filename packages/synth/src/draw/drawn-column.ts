import type { FittedColumn } from '../model/fitted-model.ts'
import { poolCell } from '../model/fitted-rules.ts'
import { OTHER_LABEL } from '../model/measure/discover-categories.ts'
import type { Binning } from '../model/protected/merge-bins.ts'
import { valueInCell } from '../model/value-in-cell.ts'
import { allocate } from '../random/allocate.ts'
import type { RandomSource } from '../random/random-source.ts'
import { cellAt } from '../schema/infer/grid.ts'
import { groupByBin } from './group-by-bin.ts'

/**
 * Holds values of a column before they are written: coded integers with NaN for missing, or labels
 * with -1.
 */
export type DrawnColumn =
  | { type: 'numbers'; values: Float64Array }
  | { type: 'labels'; labels: string[]; codes: Int32Array }

/** Draws a value within each bin. */
export function drawColumn(
  column: FittedColumn,
  bins: Int32Array,
  random: RandomSource,
): DrawnColumn {
  return valuesOfCells(column, fillCells(bins, column.binning, random), random)
}

/**
 * Draws `count` values of a column independently of any other; none is missing if any value is
 * known.
 */
export function drawAlone(column: FittedColumn, count: number, random: RandomSource): DrawnColumn {
  const weights = column.binning.cellWeights.slice(0, -1)
  const cells = weights.some((weight) => weight > 0)
    ? allocate(count, weights, random)
    : new Int32Array(count).fill(weights.length)
  return valuesOfCells(column, Int32Array.from(cells), random)
}

function valuesOfCells(
  { values, binning }: FittedColumn,
  cells: Int32Array,
  random: RandomSource,
): DrawnColumn {
  const missing = binning.binOfCell.length - 1
  if (values.type === 'labels') {
    const labels = labelsWithPool(values.labels)
    return { type: 'labels', labels, codes: cells.map((cell) => (cell === missing ? -1 : cell)) }
  }
  const numbers = new Float64Array(cells.length)
  for (let row = 0; row < numbers.length; row++) {
    const cell = cells[row]!
    numbers[row] = cell === missing ? Number.NaN : valueInCell(values.grid, cell, random)
  }
  return { type: 'numbers', values: numbers }
}

/** Returns the labels, followed by that of rare categories. */
export function labelsWithPool(labels: string[]): string[] {
  return [...labels, OTHER_LABEL]
}

/**
 * Returns the fine cell of a drawn value. Labels that split the pool of rare categories belong to
 * its cell.
 */
export function cellOfValue(column: FittedColumn, drawn: DrawnColumn, row: number): number {
  const missing = column.binning.binOfCell.length - 1
  if (drawn.type === 'labels') {
    const code = drawn.codes[row]!
    if (column.values.type !== 'labels' || code < 0) return missing
    return code < missing - 1 ? code : poolCell(column.values.labels)
  }
  const value = drawn.values[row]!
  if (Number.isNaN(value) || column.values.type !== 'grid') return missing
  return cellAt(column.values.grid, value)
}

/** Returns the values of an ordered column, by position. */
export function numbersOf(drawn: DrawnColumn[], position: number): Float64Array {
  return numbersIn(drawn[position])
}

export function numbersIn(column: DrawnColumn | undefined): Float64Array {
  if (column?.type !== 'numbers') throw new Error('A column has no numbers')
  return column.values
}

/** Replaces each bin index by one of the bin's fine cells, by the fine cells' noisy counts. */
function fillCells(bins: Int32Array, binning: Binning, random: RandomSource): Int32Array {
  const cells = new Int32Array(bins.length)
  const cellsOfBin = groupByBin(binning.binOfCell, binning.binCount)
  groupByBin(bins, binning.binCount).forEach((rows, bin) => {
    if (rows.length === 0) return
    const members = cellsOfBin[bin]!
    const weights = Float64Array.from(members, (cell) => binning.cellWeights[cell]!)
    const drawn = allocate(rows.length, weights, random)
    for (let i = 0; i < rows.length; i++) cells[rows[i]!] = members[drawn[i]!]!
  })
  return cells
}
