/** Keyset pages: newest first, after the (created_at, id) that an opaque cursor names. */
import { z } from 'zod'
import { AppError } from '../http/errors.ts'

/**
 * Describes a position in a list. Its columns hold whole milliseconds, as JavaScript dates do:
 * timestamptz(3).
 */
export type Position = { at: Date; id: string }

export type Page = { cursor?: string; limit: number }

/** Limits milliseconds to the year 9999: JavaScript has later dates, which PostgreSQL rejects. */
export const cursorTime = z.int().min(0).max(253_402_300_799_999)
/** PostgreSQL's text holds no zero byte and no half of a surrogate pair. */
export const cursorId = z
  .string()
  .max(80)
  .refine((id) => !id.includes('\0') && id.isWellFormed())

const cursorForm = z.tuple([cursorTime, cursorId])

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url')
}

/** Decodes a cursor, or returns null for the first page. Throws bad_input for an invalid cursor. */
export function decodeCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  try {
    const [time, id] = cursorForm.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    )
    return { at: new Date(time), id }
  } catch {
    throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
  }
}

/** Describes a position in a list ordered by a number: a price, a rating, a time in ms. */
export type RankPosition = { rank: number; id: string }

export function encodeRankCursor({ rank, id }: RankPosition): string {
  return Buffer.from(JSON.stringify([rank, id])).toString('base64url')
}

/** `ranks` are the numbers that the column can be compared with. */
export function decodeRankCursor(
  cursor: string | undefined,
  ranks: z.ZodType<number> = z.int(),
): RankPosition | null {
  if (cursor === undefined) return null
  try {
    const [rank, id] = z
      .tuple([ranks, cursorId])
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { rank, id }
  } catch {
    throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
  }
}

/**
 * Decodes a cursor that is the last row's UUID itself, as lists have whose IDs grow with time. Null
 * for the first page. Throws bad_input for any other text.
 */
export function decodeIdCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (z.uuid().safeParse(cursor).success) return cursor
  throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
}

/** Decodes a cursor of a list whose IDs are UUIDs; PostgreSQL would fail on any other text. */
export function decodeUuidCursor(cursor: string | undefined): Position | null {
  const position = decodeCursor(cursor)
  if (!position || z.uuid().safeParse(position.id).success) return position
  throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
}

/**
 * Cuts a page out of a list that was read whole because it is short, after the row that the cursor names by its
 * key. Throws bad_input for a cursor that names none.
 */
export function pageOfShort<Row, Item>(
  rows: readonly Row[],
  { cursor, limit }: Page,
  keyOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const encode = (row: Row) => Buffer.from(keyOf(row)).toString('base64url')
  const before = cursor === undefined ? -1 : rows.findIndex((row) => encode(row) === cursor)
  if (cursor !== undefined && before < 0)
    throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
  const rest = rows.slice(before + 1)
  const kept = rest.slice(0, limit)
  const last = rest.length > limit ? kept.at(-1) : undefined
  return { items: kept.map(toItem), nextCursor: last ? encode(last) : null }
}

/**
 * Cuts off the extra row that the query read, and returns a cursor to the last remaining one, null
 * on the last page.
 */
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  position: (row: Row) => Position,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const kept = rows.slice(0, limit)
  const last = rows.length > limit ? kept.at(-1) : undefined
  return { items: kept.map(toItem), nextCursor: last ? encodeCursor(position(last)) : null }
}
