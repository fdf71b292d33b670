import { normSub } from '../private/norm-sub.ts'

/** Rounds of alternating projections; more moved nothing on Adult. */
const PROJECTION_ROUNDS = 12
/** Rounds of proportional fitting. */
const SCALING_ROUNDS = 15

/** Transposes a row-major table with the given number of rows. */
export function transpose(counts: Float64Array, rows: number): Float64Array {
  const columns = counts.length / rows
  return counts.map((_, cell) => counts[(cell % rows) * columns + Math.floor(cell / rows)]!)
}

/** Adjusts rows and columns alternately to the two margins by norm-sub; the columns come last. */
export function projectTable(
  table: Float64Array,
  rowTotals: Float64Array,
  columnTotals: Float64Array,
): Float64Array {
  const rows = rowTotals.length
  const columns = columnTotals.length
  const projected = Float64Array.from(table)
  const column = new Float64Array(rows)
  for (let round = 0; round < PROJECTION_ROUNDS; round++) {
    for (let r = 0; r < rows; r++) {
      const row = projected.subarray(r * columns, (r + 1) * columns)
      row.set(normSub(row, rowTotals[r]!))
    }
    for (let c = 0; c < columns; c++) {
      for (let r = 0; r < rows; r++) column[r] = projected[r * columns + c]!
      const fitted = normSub(column, columnTotals[c]!)
      for (let r = 0; r < rows; r++) projected[r * columns + c] = fitted[r]!
    }
  }
  return projected
}

/**
 * Scales rows and columns of a table without negative counts in turn to the two margins; the columns come last. Empty
 * cells stay empty. Source: Deming and Stephan, 1940 (iterative proportional fitting).
 */
export function scaleTable(
  table: Float64Array,
  rowTotals: Float64Array,
  columnTotals: Float64Array,
): Float64Array {
  const columns = columnTotals.length
  const scaled = Float64Array.from(table)
  const sums = new Float64Array(columns)
  for (let round = 0; round < SCALING_ROUNDS; round++) {
    sums.fill(0)
    for (let r = 0; r < rowTotals.length; r++) {
      const row = scaled.subarray(r * columns, (r + 1) * columns)
      let sum = 0
      for (let c = 0; c < columns; c++) sum += row[c]!
      const factor = sum > 0 ? rowTotals[r]! / sum : 0
      for (let c = 0; c < columns; c++) {
        row[c]! *= factor
        sums[c]! += row[c]!
      }
    }
    for (let cell = 0; cell < scaled.length; cell++) {
      const sum = sums[cell % columns]!
      scaled[cell] = sum > 0 ? (scaled[cell]! * columnTotals[cell % columns]!) / sum : 0
    }
  }
  return scaled
}
