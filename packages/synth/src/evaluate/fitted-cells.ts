import type { FittedColumn } from '../fit/fitted-model.ts'
import { cellAt } from '../schema/grid.ts'
import type { SampleColumn } from './table-sample.ts'

/** The fine cell of every value of a sample. */
export function cellsOf(column: FittedColumn, sample: SampleColumn): Int32Array {
  const missing = column.binning.binOfCell.length - 1
  if (column.values.type === 'labels') {
    const other = column.values.labels.length
    const cellOfCode = new Map(column.values.codes.map((code, cell) => [code, cell]))
    return Int32Array.from(sample.values, (code) =>
      code < 0 ? missing : (cellOfCode.get(code) ?? other),
    )
  }
  const { grid } = column.values
  return Int32Array.from(sample.values, (value) =>
    Number.isNaN(value) ? missing : cellAt(grid, value),
  )
}
