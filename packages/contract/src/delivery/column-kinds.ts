/** Lists the kinds of columns that the engine recognizes. */
import { z } from 'zod'

export const columnKinds = [
  'integer',
  'number',
  'category',
  'boolean',
  'date',
  'timestamp',
  'key',
  'text',
  'pii',
] as const
export type ColumnKind = (typeof columnKinds)[number]

export const columnName = z.string().min(1).max(2000)

export const isNumberKind = (kind: ColumnKind) => kind === 'integer' || kind === 'number'
export const isTimeKind = (kind: ColumnKind) => kind === 'date' || kind === 'timestamp'
/**
 * Returns true if a twin's values are derived from the original's. Values of the other kinds are
 * surrogates or withheld.
 */
export const isPassedOn = (kind: ColumnKind) =>
  isNumberKind(kind) || isTimeKind(kind) || kind === 'category' || kind === 'boolean'
