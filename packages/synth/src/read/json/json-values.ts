import { SynthesisError } from '../../schema/synthesis-error.ts'
import type { JsonRecord } from './split-json.ts'

export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** Describes the fields that lead to a list, and the line of the file's record. */
export type ListPlace = { field: string; line: number }

/** Integers of more digits than a double holds are kept as they are written. */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/

/** Parses a record's text. Throws SynthesisError with line and column if it is not JSON. */
export function parseRecord({ text, line, column }: JsonRecord): JsonObject {
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text)
  } catch (error) {
    // The engine's message quotes the text: only its position is passed on.
    const at = /line (\d+) column (\d+)/.exec(String(error))
    const [row, character] = at ? [Number(at[1]), Number(at[2])] : [1, 1]
    const place = {
      line: line + row - 1,
      column: row === 1 ? column + character - 1 : character,
    }
    throw new SynthesisError(
      'not_a_table',
      `The JSON is broken in line ${place.line}, column ${place.column}.`,
      place,
    )
  }
}

function keepLongNumbers(_: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && /^-?\d{16,}$/.test(source) ? source : value
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns the records of a list, which may contain nulls; null for a list of values or an empty
 * one. Throws SynthesisError for mixed lists.
 */
export function recordsOf(list: Json[], place: ListPlace): JsonObject[] | null {
  const items = list.filter((item) => item !== null)
  const records = items.filter(isObject)
  if (records.length === items.length && items.length > 0) return records
  if (records.length > 0) throw refuse('lists in which records stand beside values', place)
  if (items.some((item) => Array.isArray(item))) throw refuse('lists of lists', place)
  return null
}

function refuse(what: string, { field, line }: ListPlace): SynthesisError {
  return new SynthesisError(
    'not_a_table',
    `The field "${field}" holds ${what} (line ${line}). Lists are read if all they hold is records, or plain values.`,
    { line },
  )
}

/** Formats a value or a list of values as a cell. */
export function cellText(value: Exclude<Json, JsonObject>): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.filter((item) => item !== null).join(';') : String(value)
}
