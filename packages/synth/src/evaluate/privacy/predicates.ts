import type { TableSample } from '../table-sample.ts'

/**
 * Holds conditions that apply jointly: equal to a value (-1 for a missing category), at least or at
 * most it, or missing (numbers).
 */
export type Predicate = Condition[]
export type Condition = {
  column: number
  is: 'equal' | 'atLeast' | 'atMost' | 'missing'
  value: number
}

/** Describes a table whose rows can be found by value. */
export type IndexedTable = { table: TableSample; columns: ColumnIndex[] }

/** Values in ascending order, missing numbers last, and the rows they come from. */
type ColumnIndex = { sorted: Float64Array; rows: Int32Array; present: number }

export function indexTable(table: TableSample): IndexedTable {
  return {
    table,
    columns: table.columns.map((column) =>
      column.type === 'category' ? indexCodes(column) : indexNumbers(column.values),
    ),
  }
}

/** Codes from -1 on are counted, which is faster than sorting. */
function indexCodes({ values, codeCount }: { values: Int32Array; codeCount: number }): ColumnIndex {
  const ends = new Int32Array(codeCount + 2)
  for (const value of values) ends[value + 2]!++
  let end = 0
  for (const [k, count] of ends.entries()) ends[k] = end += count
  const sorted = new Float64Array(values.length)
  const rows = new Int32Array(values.length)
  for (const [row, value] of values.entries()) {
    const place = ends[value + 1]!++
    sorted[place] = value
    rows[place] = row
  }
  return { sorted, rows, present: values.length }
}

function indexNumbers(values: Float64Array): ColumnIndex {
  const sorted = values.slice().sort()
  const firstMissing = sorted.findIndex(Number.isNaN)
  const present = firstMissing < 0 ? sorted.length : firstMissing
  const rows = new Int32Array(values.length)
  const taken = new Int32Array(values.length)
  let missing = present
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    if (Number.isNaN(value)) rows[missing++] = row
    else {
      const first = firstAtLeast(sorted, present, value)
      rows[first + taken[first]!++] = row
    }
  }
  return { sorted, rows, present }
}

function firstAtLeast(sorted: Float64Array, end: number, value: number): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

function firstAbove(sorted: Float64Array, end: number, value: number): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the rows a predicate matches, at most `limit` of them. */
export function matchingRows(
  { table, columns }: IndexedTable,
  predicate: Predicate,
  limit = Number.POSITIVE_INFINITY,
): number[] {
  let narrowest: Range = { start: 0, end: Number.POSITIVE_INFINITY, rows: new Int32Array(0) }
  for (const condition of predicate) {
    const range = rangeOf(columns[condition.column]!, condition)
    if (range.end - range.start < narrowest.end - narrowest.start) narrowest = range
  }
  const found: number[] = []
  for (let at = narrowest.start; at < narrowest.end && found.length < limit; at++) {
    const row = narrowest.rows[at]!
    if (predicate.every((condition) => holds(table, condition, row))) found.push(row)
  }
  return found
}

type Range = { rows: Int32Array; start: number; end: number }

function rangeOf({ sorted, rows, present }: ColumnIndex, { is, value }: Condition): Range {
  if (is === 'missing') return { rows, start: present, end: rows.length }
  const start = is === 'atMost' ? 0 : firstAtLeast(sorted, present, value)
  const end = is === 'atLeast' ? present : firstAbove(sorted, present, value)
  return { rows, start, end }
}

/** Comparisons with a missing number are false. */
function holds({ columns }: TableSample, { column, is, value }: Condition, row: number): boolean {
  const actual = columns[column]!.values[row]!
  if (is === 'missing') return Number.isNaN(actual)
  return is === 'equal' ? actual === value : is === 'atLeast' ? actual >= value : actual <= value
}
