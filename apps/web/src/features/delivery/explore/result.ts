/** Converts the database's results to plain values. */
import type { ColumnKind } from '@semblance/contract'
import type { Form } from './whole/written-form.ts'

export type Cell = string | number | bigint | boolean | null

export type ValueType = 'number' | 'boolean' | 'moment' | 'text'

export type ResultColumn = { name: string; type: ValueType }

/** Describes a column of a twin, with the engine's type and the form in which its file writes values. */
export type TableColumn = ResultColumn & { kind: ColumnKind; form: Form }

export type TableInfo = {
  name: string
  columns: TableColumn[]
  rows: number
  /** Counts the rows of the whole twin. */
  totalRows: number
}

export type Result = {
  columns: ResultColumn[]
  rows: Cell[][]
  /** Marks a result with more rows than are shown. */
  isCut: boolean
  milliseconds: number
}

/** Limits the rows that are read from a result. */
export const MAX_RESULT_ROWS = 10_000

/**
 * Returns the value type of an Arrow type such as "Int64", "Timestamp<MICROSECOND>" or
 * "List<Int32>"; null for types of more than one plain value.
 */
export function typeOf(arrowType: string): ValueType | null {
  if (/^(Uint|Int)\d|^Float\d/.test(arrowType)) return 'number'
  if (arrowType === 'Bool') return 'boolean'
  if (/^(Date|Timestamp)/.test(arrowType)) return 'moment'
  if (/^(Large)?Utf8$|^Dictionary<.*Utf8>$|^Null$/.test(arrowType)) return 'text'
  return null
}

/**
 * Converts a value of the engine; dates and times arrive as milliseconds since 1970, in UTC, and
 * are written as the database writes them.
 */
export function toCell(value: unknown, arrowType: string): Cell {
  if (value === null || value === undefined) return null
  if (/^Date/.test(arrowType)) return isoText(value, 10)
  if (/^Timestamp/.test(arrowType))
    return isoText(value, 23)
      .replace('T', ' ')
      .replace(/\.000$/, '')
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return value
  return String(value)
}

function isoText(value: unknown, length: number): string {
  const moment = new Date(Number(value))
  return Number.isNaN(moment.getTime()) ? String(value) : moment.toISOString().slice(0, length)
}

/** Formats a number without the noise of its last binary digits. */
export function cellText(cell: Cell): string {
  if (typeof cell === 'number' && !Number.isInteger(cell))
    return Number.isFinite(cell) ? String(Number(cell.toPrecision(12))) : String(cell)
  return String(cell)
}

/** Extracts the engine's own message; a query that is sent in parts wraps it. */
export function engineMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  try {
    const told = JSON.parse(message) as { exception_type?: unknown; exception_message?: unknown }
    if (typeof told.exception_message === 'string')
      return `${String(told.exception_type)} Error: ${told.exception_message}`
  } catch {
    // plain words
  }
  return message
}
