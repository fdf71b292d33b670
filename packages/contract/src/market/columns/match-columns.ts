/**
 * Compares the columns of a request with those that are held, by what their names mean, their
 * types and their units. Pure.
 */
import { emptyWords, meaningOf, unitOf } from './column-words.ts'

/** Names what values a column has; null where it is not stated. */
export type ColumnValues = 'number' | 'time' | 'text' | 'boolean' | null
export type NamedColumn = { name: string; values: ColumnValues }

/** Pairs a column of a request with the held one of the same meaning; null without one. */
export type ColumnMatch = { asked: string; held: string | null }

type Meaning = { words: string; unit: string | null }

/**
 * Returns the words of a name without order, each by its meaning, and its unit. `customerZipCode`,
 * `CLIENT_ZIP_CODE` and `cust postal code` have one meaning.
 */
export function meaningOfName(name: string): Meaning {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !emptyWords.has(word))
  const unit = words.length > 1 ? (words.map(unitOf).find((found) => found) ?? null) : null
  const named = words.filter((word) => unit === null || unitOf(word) === undefined)
  const kept = (named.length > 0 ? named : words).map(meaningOf)
  // The code of a post code is no code of something else.
  const meant = kept.filter((word) => word !== 'code' || !kept.includes('postcode'))
  return { words: [...new Set(meant)].sort().join(' '), unit }
}

/** Returns true if values of one could serve as the other; nothing stated excludes nothing. */
function areCompatible(asked: ColumnValues, held: ColumnValues): boolean {
  if (asked === null || held === null || asked === held) return true
  // Categories are written as texts or as numbers, and so are two values.
  return asked === 'boolean' || held === 'boolean' || asked === 'text'
}

type HeldColumn = NamedColumn & { meaning: Meaning }

/**
 * Returns a function that matches the columns of a request, in their order, with those held. A held
 * column serves a request once. Each name is taken apart once for any number of requests.
 */
export function matcherOf(
  held: readonly NamedColumn[],
): (asked: readonly NamedColumn[]) => ColumnMatch[] {
  const known = new Map<string, Meaning>()
  const meaningOnce = (name: string) => {
    const meaning = known.get(name) ?? meaningOfName(name)
    known.set(name, meaning)
    return meaning
  }
  const byWords = Map.groupBy(
    held.map((column) => ({ ...column, meaning: meaningOnce(column.name) })),
    ({ meaning }) => meaning.words,
  )
  return (asked) => matchColumns(asked, byWords, meaningOnce)
}

function matchColumns(
  asked: readonly NamedColumn[],
  held: ReadonlyMap<string, readonly HeldColumn[]>,
  meaningOnce: (name: string) => Meaning,
): ColumnMatch[] {
  const left = new Map<string, readonly HeldColumn[]>()
  return asked.map(({ name, values }) => {
    const { words, unit } = meaningOnce(name)
    const same = left.get(words) ?? held.get(words) ?? []
    const fits = same.filter(
      (column) =>
        areCompatible(values, column.values) &&
        (unit === null || column.meaning.unit === null || unit === column.meaning.unit),
    )
    const found = fits.find((column) => column.name === name) ?? fits[0]
    if (!found) return { asked: name, held: null }
    left.set(
      words,
      same.filter((column) => column !== found),
    )
    return { asked: name, held: found.name }
  })
}

const MAX_NAMED = 5

/** Says which columns are held: "5 of 7 columns: store_id, price (as amount) and 3 more." */
export function matchSentence(matches: readonly ColumnMatch[]): string | null {
  const found = matches.filter(({ held }) => held !== null)
  if (found.length === 0) return null
  const names = found
    .slice(0, MAX_NAMED)
    .map(({ asked, held }) => (asked === held ? asked : `${asked} (as ${held})`))
  const more = found.length - names.length
  const list = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
  return `${found.length} of ${matches.length} columns: ${list}.`
}
