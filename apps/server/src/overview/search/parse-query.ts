/** Parses a search: words that must all occur, and the IDs that it may name. */
import { type RawBuilder, sql } from 'kysely'

export type SearchQuery = {
  /** Patterns of `like`, in lower case. */
  patterns: string[]
  /** DPR-2001 and the like, as they are stored. */
  ids: string[]
  /** Holds a UUID that was typed in full. Null otherwise. */
  uuid: string | null
  /** Holds the text as the user typed it. */
  text: string
}

/** Limits the words of a search. More would not narrow it further. */
const MAX_WORDS = 8

const prefixes = ['DPR', 'OFR', 'CTR', 'DSP', 'SUP']
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function parseSearchQuery(text: string): SearchQuery {
  const lower = text.toLowerCase()
  // The number by which parties know a payment is the end of its ID.
  const words = lower.split(/\s+/).map((word) => word.replace(/^txn-(?=[0-9a-f]{8}$)/, ''))
  const isNumber = /^\d{1,12}$/.test(text)
  return {
    text,
    patterns: words.slice(0, MAX_WORDS).map(patternOf),
    ids: isNumber ? prefixes.map((prefix) => `${prefix}-${text}`) : [text.toUpperCase()],
    uuid: uuidShape.test(lower) ? lower : null,
  }
}

/**
 * Matches a word anywhere in a text. One or two letters must begin a word, because an index cannot
 * locate them.
 */
const patternOf = (word: string) =>
  `%${word.length < 3 ? ' ' : ''}${word.replace(/[\\%_]/g, '\\$&')}%`

/** Selects texts that contain every word. Spelled like the expressions of the indexes. */
export const hasWords = (text: RawBuilder<unknown>, { patterns }: SearchQuery) =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`lower(' ' || (${text})) like ${pattern}`),
    sql` and `,
  )})`
