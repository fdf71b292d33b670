import {
  boundsOfName,
  identifierOfName,
  isCodeName,
  isEntityName,
  isIdName,
  isPostcodeName,
  unitOfName,
} from '../column-names.ts'
import type { ColumnKind, Identifier } from '../column-schema.ts'
import type { Recognized } from './recognize-identifiers.ts'

/**
 * Describes one column, counted exactly in a sample or voted on with noise; counts are of rows with
 * a value.
 */
export type ColumnProfile = {
  name: string
  nullToken: string
  rows: number
  /** True if no votes stand out from the noise, so that only the name is left to go by. */
  isUndecided: boolean
  filled: number
  /** Share of rows without a value. */
  missingShare: number
  distinct: number
  /** Deviation of `distinct` less a share of `filled`; 0 if both are exact. */
  distinctError: number
  integers: number
  numbers: number
  leadingZeros: number
  /** Digits after the point: the 99th percentile, and the least, among `numbers`. */
  decimals: number
  minDecimals: number
  /** Personal data that the values look like. */
  recognized: Recognized | null
  meanLength: number
  meanWords: number
  /** True for two values that mean yes and no. */
  isBoolean: boolean
  /** True for whole numbers of which none repeats, though some would by chance. */
  isNumericKey: boolean
  /** Least and largest of `numbers`. */
  minimum: number
  maximum: number
  mask: string
  maskCount: number
  /** Share of the values that parse, by date format. */
  dateFormats: { format: string; share: number }[]
}

/** Describes a guess at a column's kind, with the evidence in words for its owner. */
export type Inference = { kind: ColumnKind; identifier: Identifier | null; why: string }

/** A type is taken if this share of values fits it: no single row decides. */
const MAJORITY = 0.99
const KEY_UNIQUENESS = 0.95
const ID_LIKE_UNIQUENESS = 0.5
/** The least that noise may leave of that. */
const MAY_BE_UNIQUE = 0.7
/** Identifying codes with more rows each than this are kinds of things, such as a type or a place. */
const ROWS_PER_CATEGORY = 100
const BOOLEANS = ['01', 'ft', 'falsetrue', 'noyes', 'ny']

/** Infers the kind of a column from its name and majorities of a sample. */
export function inferKind(profile: ColumnProfile): Inference {
  const plain = (kind: ColumnKind, why: string): Inference => ({ kind, identifier: null, why })
  const { filled, distinct, name } = profile
  if (profile.isUndecided) return inferByName(name)
  if (filled === 0) return plain('category', 'has no values')
  const personal = inferIdentifier(profile)
  if (personal) return personal
  const isMost = (count: number) => count >= MAJORITY * filled
  if (profile.isBoolean) {
    return plain('boolean', 'two values that mean yes and no')
  }
  const isInteger = isMost(profile.integers) && profile.leadingZeros === 0
  const format = bestDateFormat(profile)
  if (isPostcodeName(name) && format === '' && profile.meanLength <= 10) {
    return plain('category', 'its name says postal codes: names of places, not amounts')
  }
  if (isIdName(name) && format === '' && filled > 20) {
    if (distinct > ID_LIKE_UNIQUENESS * filled) {
      return plain(
        'key',
        `its name says so, and ${percent(distinct / filled)} of the values differ`,
      )
    }
    if (distinct > filled / ROWS_PER_CATEGORY || (isEntityName(name) && distinct > 20)) {
      return plain('key', `its name says so; each value stands in about ${rowsEach(profile)} rows`)
    }
    if (isInteger)
      return plain('category', 'its name says that the numbers are codes, and they are few')
  }
  if (isInteger && profile.isNumericKey) return plain('key', 'whole numbers of which none repeats')
  if (isInteger && isCodeName(name) && distinct <= filled / ROWS_PER_CATEGORY) {
    return plain('category', 'its name says that the numbers are codes')
  }
  if (isInteger) return plain('integer', `${percent(profile.integers / filled)} whole numbers`)
  if (isMost(profile.numbers) && profile.leadingZeros === 0) {
    return plain('number', `${percent(profile.numbers / filled)} numbers`)
  }
  if (format !== '') {
    return plain(format.includes('%H') ? 'timestamp' : 'date', `dates written as ${format}`)
  }
  return inferText(profile)
}

/** Infers a kind from the name alone, which is public; without a hint the values are categories. */
function inferByName(name: string): Inference {
  const identifier = identifierOfName(name)
  const by = (kind: ColumnKind): Inference => ({ kind, identifier: null, why: 'by its name alone' })
  if (identifier) return { ...by('pii'), identifier }
  if (isIdName(name)) return by('key')
  return by(boundsOfName(name) || unitOfName(name) ? 'integer' : 'category')
}

function inferText(profile: ColumnProfile): Inference {
  const { filled, distinct, meanWords, meanLength } = profile
  const share = percent(distinct / filled)
  const isProse = meanWords > 3 || meanLength > 50
  if (isProse && distinct > 0.1 * filled) {
    return { kind: 'text', identifier: null, why: `long texts, ${share} of them different` }
  }
  // With noise, what may be a key is one: a key taken for a category would have no value to show.
  const least = KEY_UNIQUENESS * filled - 2 * profile.distinctError
  if (distinct > Math.max(least, MAY_BE_UNIQUE * filled)) {
    const kind = meanWords > 1.5 ? 'text' : 'key'
    return { kind, identifier: null, why: `${share} of the values differ` }
  }
  const texts = distinct === 1 ? 'one text' : `${Math.round(distinct)} different texts`
  return { kind: 'category', identifier: null, why: texts }
}

/**
 * Infers personal data by what most values look like, else by the column's name if its values are
 * mostly distinct text.
 */
function inferIdentifier(profile: ColumnProfile): Inference | null {
  const { recognized, name } = profile
  if (recognized) {
    const why = `${percent(recognized.share)} of the values look like ${IDENTIFIER_WORDS[recognized.identifier]}`
    return { kind: 'pii', identifier: recognized.identifier, why }
  }
  const named = identifierOfName(name)
  if (named === null || profile.distinct <= 0.2 * profile.filled) return null
  const isPlainNumber = profile.numbers >= MAJORITY * profile.filled
  if (isPlainNumber && named !== 'phone' && named !== 'other') return null
  return { kind: 'pii', identifier: named, why: `its name says ${IDENTIFIER_WORDS[named]}` }
}

export const IDENTIFIER_WORDS: Record<Identifier, string> = {
  email: 'e-mail addresses',
  phone: 'telephone numbers',
  iban: 'bank accounts (IBAN)',
  card: 'payment cards',
  ssn: 'social security numbers',
  ip: 'IP addresses',
  ipv6: 'IP addresses (version 6)',
  mac: 'hardware addresses (MAC)',
  first_name: 'given names',
  last_name: 'family names',
  name: 'names of persons',
  street: 'street addresses',
  other: 'personal identifiers',
}

/** Returns true for the least and the greatest of two texts that mean no and yes. */
export function isYesNo(lowest: string, highest: string): boolean {
  return BOOLEANS.includes((lowest + highest).toLowerCase())
}

type Numbers = Pick<
  ColumnProfile,
  'filled' | 'distinct' | 'minimum' | 'maximum' | 'mask' | 'maskCount'
>

/**
 * Returns true for numbers counted exactly that are keys. All distinct is no sign of one where values
 * are sparse: n of them collide about n^2 / (2 span) times by chance. Codes of one length are keys
 * nevertheless.
 */
export function isNumericKey(numbers: Numbers): boolean {
  const { filled, distinct, minimum, maximum, mask, maskCount } = numbers
  if (distinct < filled || filled < 20) return false
  const isSurprising = filled * filled > COLLISIONS * (maximum - minimum)
  return isSurprising || (maskCount === filled && /^9{6,}$/.test(mask))
}

/** Sets twice the number of expected collisions from which on their absence is no chance. */
export const COLLISIONS = 20

/** Returns the format by which almost all values parse as dates; empty for none. */
export function bestDateFormat(profile: ColumnProfile): string {
  const best = [...profile.dateFormats].sort((a, b) => b.share - a.share)[0]
  return best && best.share >= MAJORITY ? best.format : ''
}

function percent(share: number): string {
  return `${Math.floor(100 * Math.min(1, share))}%`
}

function rowsEach({ filled, distinct }: ColumnProfile): number {
  return Math.round(filled / Math.max(1, distinct))
}
