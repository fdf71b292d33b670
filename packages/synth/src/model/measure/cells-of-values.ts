import { cellAt } from '../../schema/infer/grid.ts'
import type { FittedColumn } from '../fitted-model.ts'

/** Returns the fine cell of every coded value of a column; negative or NaN codes are missing. */
export function cellsOf(
  column: FittedColumn,
  { values }: { values: Float64Array | Int32Array },
): Int32Array {
  const missing = column.binning.binOfCell.length - 1
  if (column.values.type === 'labels') {
    const other = column.values.labels.length
    const cellOfCode = new Map(column.values.codes.map((code, cell) => [code, cell]))
    return mapToInts(values, (code) => (code >= 0 ? (cellOfCode.get(code) ?? other) : missing))
  }
  const { grid } = column.values
  return mapToInts(values, (value) => (Number.isNaN(value) ? missing : cellAt(grid, value)))
}

/** Does what `Int32Array.from` does, without its iterator, which takes most of the time. */
export function mapToInts(
  values: Float64Array | Int32Array,
  intOf: (value: number) => number,
): Int32Array {
  const ints = new Int32Array(values.length)
  for (let i = 0; i < ints.length; i++) ints[i] = intOf(values[i]!)
  return ints
}
