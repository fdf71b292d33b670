/**
 * Holds a column for comparison: `continuous` values with NaN for missing, `category` codes from
 * one dictionary shared by every table compared, with -1 for missing.
 */
export type SampleColumn =
  | { type: 'continuous'; values: Float64Array }
  | { type: 'category'; values: Int32Array; codeCount: number }

export type TableSample = { rowCount: number; columns: SampleColumn[] }

const sortedCopies = new WeakMap<Float64Array, Float64Array>()

/**
 * Returns a column's values in ascending order, missing ones last; sorted once and shared. Not to
 * be changed.
 */
export function sortedValues(values: Float64Array): Float64Array {
  const known = sortedCopies.get(values)
  if (known) return known
  const sorted = Float64Array.from(values).sort()
  sortedCopies.set(values, sorted)
  return sorted
}

/** Returns the column's present values in ascending order. Not to be changed. */
export function sortedPresent(values: Float64Array): Float64Array {
  const sorted = sortedValues(values)
  let end = sorted.length
  while (end > 0 && Number.isNaN(sorted[end - 1]!)) end--
  return sorted.subarray(0, end)
}

/** Returns the first `rowCount` rows, sharing memory. All callers pass rows in random order. */
export function firstRows(sample: TableSample, rowCount: number): TableSample {
  return rowCount >= sample.rowCount ? sample : rowRange(sample, 0, rowCount)
}

/** Returns the rows from `start` up to `end`, sharing memory. */
export function rowRange(sample: TableSample, start: number, end: number): TableSample {
  const columns = sample.columns.map(
    (column): SampleColumn =>
      column.type === 'continuous'
        ? { type: 'continuous', values: column.values.subarray(start, end) }
        : { ...column, values: column.values.subarray(start, end) },
  )
  return { rowCount: end - start, columns }
}

/** Returns the rows of two samples of the same columns, one below the other. */
export function concatTables(a: TableSample, b: TableSample): TableSample {
  const columns = a.columns.map((column, j): SampleColumn => {
    const length = a.rowCount + b.rowCount
    const joined: SampleColumn =
      column.type === 'continuous'
        ? { type: 'continuous', values: new Float64Array(length) }
        : { ...column, values: new Int32Array(length) }
    joined.values.set(column.values)
    joined.values.set(b.columns[j]!.values, a.rowCount)
    return joined
  })
  return { rowCount: a.rowCount + b.rowCount, columns }
}
