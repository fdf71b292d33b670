import { z } from 'zod'
import { commaGroups, plainNumber, spaceGroups } from './numbers.ts'

/** Holds US cents, never as a float. */
export const cents = z.bigint()

/** The most one contract may cost. */
const maxPriceCents = 100_000_000_000n

/** Parses an amount that a user enters: $1 to a billion dollars; every refusal names it. */
export const amount = (label: string) =>
  z
    .bigint({ error: `${label} is required` })
    .min(100n, `${label} must be at least $1`)
    .max(maxPriceCents, `${label} is too large`)

/**
 * Matches amounts that can be read in one way only. "18.500" is 18,500 to some and 18.5 to others,
 * and "18,50" is a slip or 18.5.
 */
const unmistakable = [
  `(\\d+|${commaGroups})(?:\\.(\\d{1,2}))?`,
  `(${spaceGroups})(?:[.,](\\d{1,2}))?`,
  String.raw`(\d{1,3}(?:\.\d{3})+),(\d{1,2})`,
  String.raw`(\d{1,3}(?:\.\d{3}){2,})`,
].map((amount) => new RegExp(`^(?:${amount})$`))

/**
 * Parses dollars as people write them: "18,500.50", "18.500,50", "18 500", "$18'500". Returns null
 * for any text that is no amount of whole cents or is ambiguous, because asking again is better
 * than a wrong payment.
 */
export function parseDollars(text: string): bigint | null {
  const typed = plainNumber(text).replace(/^(?:US)?\$ ?|^USD | ?\$$| USD$/i, '')
  const match = unmistakable.map((shape) => shape.exec(typed)).find(Boolean)
  if (!match) return null
  return BigInt(match[1]!.replace(/\D/g, '')) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}
