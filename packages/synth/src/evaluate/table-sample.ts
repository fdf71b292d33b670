/**
 * Columns for comparison: `continuous` values with NaN for missing, `category` codes from one
 * dictionary shared by every table compared, with -1 for missing.
 */
export type SampleColumn =
  | { type: 'continuous'; values: Float64Array }
  | { type: 'category'; values: Int32Array; codeCount: number }

export type TableSample = { rowCount: number; columns: SampleColumn[] }

/** The first `rowCount` rows, sharing memory; rows are in random order wherever this is used. */
export function firstRows(sample: TableSample, rowCount: number): TableSample {
  if (rowCount >= sample.rowCount) return sample
  const columns = sample.columns.map(
    (column): SampleColumn =>
      column.type === 'continuous'
        ? { type: 'continuous', values: column.values.subarray(0, rowCount) }
        : { ...column, values: column.values.subarray(0, rowCount) },
  )
  return { rowCount, columns }
}
