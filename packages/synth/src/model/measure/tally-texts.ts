import { isNullToken } from '../../schema/infer/null-tokens.ts'
import { classOf, LEXICAL_CLASSES, nameOfClass } from '../../schema/vote/lexical-classes.ts'
import { maskOf } from '../../schema/vote/mask-of.ts'

/** Holds the rows of each text of a column, as the file writes it; a row counts once. */
export type TextCounts = Map<string, number>

/**
 * Counts the rows of a column exactly. One row more adds one to one
 * count of a histogram, and at most one to the number of different values.
 */
export type Tally = {
  /** Rows per class, in the order of `LEXICAL_CLASSES`. */
  classes: () => Float64Array
  distinct: () => number
  /** Rows per pattern, without missing values, in a fixed order. */
  masks: () => [mask: string, rows: number][]
  /** Rows by the digits before the point of numbers, 0 to `MOST_DIGITS`. */
  sizes: () => Float64Array
}

export const MOST_DIGITS = 18

const PLACES = new Map(LEXICAL_CLASSES.map((lexical, i) => [nameOfClass(lexical), i]))

/** Tallies the texts of a column. */
export function tallyTexts(texts: TextCounts): Tally {
  return {
    classes: once(() => countClasses(texts)),
    distinct: once(() => {
      const values = [...texts.keys()].map((text) => text.trim())
      return new Set(values.filter((text) => !isNullToken(text))).size
    }),
    masks: once(() => countMasks(texts)),
    sizes: once(() => countSizes(texts)),
  }
}

function once<T>(count: () => T): () => T {
  let counted: { value: T } | undefined
  return () => {
    counted ??= { value: count() }
    return counted.value
  }
}

/** The last class takes what is in none: a text must count somewhere, and not fail the run. */
function countClasses(texts: TextCounts): Float64Array {
  const counts = new Float64Array(LEXICAL_CLASSES.length)
  for (const [text, rows] of texts) {
    const place = PLACES.get(nameOfClass(classOf(text))) ?? counts.length - 1
    counts[place] = rows + (counts[place] ?? 0)
  }
  return counts
}

function countMasks(texts: TextCounts): [string, number][] {
  const counts = new Map<string, number>()
  for (const [text, rows] of texts) {
    if (isNullToken(text.trim())) continue
    const mask = maskOf(text.trim())
    counts.set(mask, (counts.get(mask) ?? 0) + rows)
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

function countSizes(texts: TextCounts): Float64Array {
  const counts = new Float64Array(MOST_DIGITS + 1)
  for (const [text, rows] of texts) {
    const size = Math.abs(Number(text.trim() || Number.NaN))
    if (!Number.isFinite(size)) continue
    const digits = Math.min(MOST_DIGITS, size < 1 ? 0 : 1 + Math.floor(Math.log10(size)))
    counts[digits] = rows + (counts[digits] ?? 0)
  }
  return counts
}
