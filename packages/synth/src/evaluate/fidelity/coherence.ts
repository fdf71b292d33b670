import type { Coherence } from '../evaluation.ts'
import type { SampleColumn, TableSample } from '../table-sample.ts'
import { measureAccuracy } from './accuracy.ts'
import { type Codes, pearson } from './pair-trends.ts'
import { similarityCoder } from './similarity-codes.ts'

/** Holds rows in order of time within their device; `device` is the same for rows of one device. */
export type SeriesSample = { table: TableSample; device: Int32Array }

/**
 * Pairs each row with the next of its device and compares the pairs of original and twin, column by column. The ceiling
 * takes pairs as independent of each other, so long-ranging series stay below it even when perfect. Source: mostlyai-qa's
 * coherence.
 */
export function measureCoherence(
  original: SeriesSample,
  twin: SeriesSample,
  names: string[],
): Coherence | null {
  const [learned, made] = [rowsWithNext(original), rowsWithNext(twin)]
  if (learned.length === 0 || made.length === 0) return null
  const columns = original.table.columns.map((column, j) => {
    const code = similarityCoder(column)
    const pairs = (series: SeriesSample, rows: Int32Array) =>
      consecutive(code(series.table.columns[j]!), rows)
    return measureAccuracy(pairs(original, learned), pairs(twin, made)).bivariate
  })
  const mean = (of: 'value' | 'ceiling') =>
    columns.reduce((sum, column) => sum + column[of], 0) / columns.length
  const autocorrelations = original.table.columns.flatMap((column, j) => {
    const own = autocorrelation(column, learned)
    const twins = autocorrelation(twin.table.columns[j]!, made)
    return own === null || twins === null
      ? []
      : [{ name: names[j]!, original: own, synthetic: twins }]
  })
  return {
    value: mean('value'),
    ceiling: mean('ceiling'),
    columns: columns.map(({ value }, j) => ({ name: names[j]!, accuracy: value })),
    autocorrelations,
  }
}

/** Rows whose next row is of the same device. */
function rowsWithNext({ device }: SeriesSample): Int32Array {
  return Int32Array.from(device.keys()).filter(
    (row) => row + 1 < device.length && device[row] === device[row + 1],
  )
}

function consecutive({ codes, codeCount }: Codes, rows: Int32Array): Codes[] {
  return [
    { codes: rows.map((row) => codes[row]!), codeCount },
    { codes: rows.map((row) => codes[row + 1]!), codeCount },
  ]
}

/** Pearson's r of a number and the next; null for categories, 0 without variation. */
function autocorrelation(column: SampleColumn, rows: Int32Array): number | null {
  if (column.type === 'category') return null
  const { values } = column
  const at = (shift: number) => Float64Array.from(rows, (row) => values[row + shift]!)
  return pearson(at(0), at(1)) || 0
}
