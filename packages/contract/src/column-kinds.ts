/** What a column of a table can be taken for. */
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
/** Whether a twin's values come from the original's; those of other kinds are made up or withheld. */
export const isPassedOn = (kind: ColumnKind) =>
  isNumberKind(kind) || isTimeKind(kind) || kind === 'category' || kind === 'boolean'
