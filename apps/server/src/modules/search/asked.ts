/** What was typed: words that must all occur, and the IDs that it may name. */
import { type RawBuilder, sql } from 'kysely'

export type Asked = {
  /** Patterns of `like`, in lower case. */
  patterns: string[]
  /** DPR-2001 and the like, as they are stored. */
  ids: string[]
  /** Where one was typed in full. */
  uuid: string | null
  /** As it was typed. */
  text: string
}

/** More words than anybody types narrow nothing any further. */
const MAX_WORDS = 8

const prefixes = ['DPR', 'OFR', 'CTR', 'DSP', 'SUP']
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readAsked(text: string): Asked {
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

/** Anywhere in a text; one or two letters, of which an index cannot tell where they are, begin a word. */
const patternOf = (word: string) =>
  `%${word.length < 3 ? ' ' : ''}${word.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a text has every word. Spelled as the indexes spell it. */
export const hasWords = (text: RawBuilder<unknown>, { patterns }: Asked) =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`lower(' ' || (${text})) like ${pattern}`),
    sql` and `,
  )})`
