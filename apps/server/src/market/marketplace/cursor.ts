/**
 * Encodes the end of a market page: the sort's own key and the ID. A cursor is valid for its own
 * sort only.
 */
import { type MarketSort, marketSorts } from '@semblance/contract'
import { z } from 'zod'
import { cursorId, cursorTime } from '../../platform/database/cursor.ts'
import { AppError } from '../../platform/http/errors.ts'

/** `key` in whole numbers: milliseconds, cents or offers. */
export type Position = { key: number; id: string }

/** Cents and offers are never as many as milliseconds are. */
const cursorForm = z.union([
  z.tuple([z.literal('offers'), z.int32(), cursorId]),
  z.tuple([z.enum(marketSorts).exclude(['offers']), cursorTime, cursorId]),
])

export function encodeMarketCursor(sort: MarketSort, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')
}

/**
 * Decodes a cursor, or returns null for the first page. Throws bad_input for an invalid cursor or
 * another sort's.
 */
export function decodeMarketCursor(sort: MarketSort, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  try {
    const [cursorSort, key, id] = cursorForm.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    )
    if (cursorSort === sort) return { key, id }
  } catch {
    // not ours, as below
  }
  throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
}

/** Holds the end of a page of suggestions: the points, and what decides among requests of the same. */
export type SuggestedPosition = { points: number; at: Date; id: string }

const suggestedForm = z.tuple([z.int32(), cursorTime, cursorId])

export function encodeSuggestedCursor({ points, at, id }: SuggestedPosition): string {
  return Buffer.from(JSON.stringify([points, at.getTime(), id])).toString('base64url')
}

/** Decodes a cursor, or returns null for the first page. Throws bad_input for an invalid cursor. */
export function decodeSuggestedCursor(cursor: string | undefined): SuggestedPosition | null {
  if (cursor === undefined) return null
  try {
    const [points, time, id] = suggestedForm.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    )
    return { points, at: new Date(time), id }
  } catch {
    throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
  }
}
