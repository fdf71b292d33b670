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
    return Int32Array.from(values, (code) =>
      code >= 0 ? (cellOfCode.get(code) ?? other) : missing,
    )
  }
  const { grid } = column.values
  return Int32Array.from(values, (value) => (Number.isNaN(value) ? missing : cellAt(grid, value)))
}
