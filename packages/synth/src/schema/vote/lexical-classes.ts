import { type Identifier, identifiers } from '../column-schema.ts'
import { isCard } from '../infer/check-digits.ts'
import { DATE_FORMATS } from '../infer/date-formats.ts'
import { isNullToken, NULL_TOKENS } from '../infer/null-tokens.ts'
import { dateParser } from '../infer/parse-date.ts'
import { identifierOf } from '../infer/recognize-identifiers.ts'

/**
 * Describes how a text is written, regardless of what else its column has: every text is in exactly
 * one class, and the list of classes is public.
 */
export type LexicalClass =
  | { type: 'missing'; token: string }
  /** Digits, without a leading zero; `isCard` if they pass the check of a payment card. */
  | { type: 'whole'; digits: number; isCard: boolean }
  | { type: 'bit'; digit: string }
  | { type: 'leading-zero' }
  | { type: 'decimals'; places: number }
  /** Every format by which the text is a date: month and day of 03/04/2020 can be exchanged. */
  | { type: 'date'; formats: string[] }
  | { type: 'yes-no'; word: string }
  | { type: 'personal'; identifier: Identifier }
  | { type: 'text'; shape: TextShape }

/** Names one word of at most 10 characters, or of 50; two or three words; all longer texts. */
export type TextShape = 'short' | 'word' | 'phrase' | 'prose'

/** Sets the number of decimals from which on texts are counted together. */
export const MOST_PLACES = 10
const MOST_DIGITS = 18
/** The fewest digits of a payment card. */
const CARD_DIGITS = 13
const SHORT_TEXT = 10
const LONG_TEXT = 50
const FEW_WORDS = 3

const WHOLE = /^[+-]?[0-9]{1,18}$/
const NUMBER = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/
const PLACES = /\.([0-9]*)/
/** Everything that a date format accepts. */
const DATE_LIKE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/
export const YES_NO_WORDS = [
  ['f', 't'],
  ['false', 'true'],
  ['no', 'yes'],
  ['n', 'y'],
]
const WORDS = YES_NO_WORDS.flat()
/** Usual spellings of tokens for missing values; others are counted in lower case. */
const SPELLINGS = ['NaN', 'None', 'Null', 'Nil', '-NaN']

const dates = DATE_FORMATS.map((format) => ({ format, parse: dateParser(format) }))

/** Returns the class of a cell as the file writes it, with or without spaces around it. */
export function classOf(cell: string): LexicalClass {
  const text = cell.trim()
  if (isNullToken(text)) return { type: 'missing', token: spellingOf(text) }
  if (WHOLE.test(text)) return classOfDigits(text)
  if (NUMBER.test(text)) {
    const places = PLACES.exec(text)?.[1]?.length ?? 0
    return { type: 'decimals', places: Math.min(MOST_PLACES, places) }
  }
  if (DATE_LIKE.test(text)) {
    const formats = dates.flatMap(({ format, parse }) => (parse(text) === null ? [] : [format]))
    if (formats.length > 0) return { type: 'date', formats }
  }
  const word = text.toLowerCase()
  if (WORDS.includes(word)) return { type: 'yes-no', word }
  const identifier = identifierOf(text)
  if (identifier) return { type: 'personal', identifier }
  return { type: 'text', shape: shapeOf(text) }
}

/** Returns the name of a class in a histogram; equal for texts of one class alone. */
export function nameOfClass(lexical: LexicalClass): string {
  switch (lexical.type) {
    case 'missing':
      return `missing ${lexical.token}`
    case 'whole':
      return `whole ${lexical.digits}${lexical.isCard ? ' card' : ''}`
    case 'bit':
      return `bit ${lexical.digit}`
    case 'leading-zero':
      return 'leading zero'
    case 'decimals':
      return `decimals ${lexical.places}`
    case 'date':
      return `date ${lexical.formats.join(' or ')}`
    case 'yes-no':
      return `word ${lexical.word}`
    case 'personal':
      return `personal ${lexical.identifier}`
    case 'text':
      return `text ${lexical.shape}`
  }
}

function spellingOf(text: string): string {
  if (text === text.toUpperCase() || SPELLINGS.includes(text)) return text
  return text.toLowerCase()
}

function classOfDigits(text: string): LexicalClass {
  const digits = text.replace(/^[+-]/, '')
  if (text.startsWith('+') && identifierOf(text) === 'phone') {
    return { type: 'personal', identifier: 'phone' }
  }
  if (digits.length > 1 && digits.startsWith('0')) return { type: 'leading-zero' }
  if (text === '0' || text === '1') return { type: 'bit', digit: text }
  return { type: 'whole', digits: Math.min(MOST_DIGITS, digits.length), isCard: isCard(text) }
}

function shapeOf(text: string): TextShape {
  const words = text.split(' ').length
  if (words > FEW_WORDS || text.length > LONG_TEXT) return 'prose'
  if (words > 1) return 'phrase'
  return text.length <= SHORT_TEXT ? 'short' : 'word'
}

const exchangeable = ['', ' %H:%M:%S', ' %H:%M', 'T%H:%M:%S', 'T%H:%M:%SZ'].map((time) => [
  `%m/%d/%Y${time}`,
  `%d/%m/%Y${time}`,
])

/** Lists every class that a text can have, in a fixed order. */
export const LEXICAL_CLASSES: LexicalClass[] = [
  ...new Set([...NULL_TOKENS, ...NULL_TOKENS.map((token) => token.toUpperCase()), ...SPELLINGS]),
]
  .map((token): LexicalClass => ({ type: 'missing', token }))
  .concat(
    Array.from({ length: MOST_DIGITS }, (_, i) => ({
      type: 'whole' as const,
      digits: i + 1,
      isCard: false,
    })),
    Array.from({ length: MOST_DIGITS - CARD_DIGITS + 1 }, (_, i) => ({
      type: 'whole' as const,
      digits: i + CARD_DIGITS,
      isCard: true,
    })),
    [{ type: 'bit', digit: '0' }, { type: 'bit', digit: '1' }, { type: 'leading-zero' }],
    Array.from({ length: MOST_PLACES + 1 }, (_, places) => ({ type: 'decimals' as const, places })),
    [...DATE_FORMATS.map((format) => [format]), ...exchangeable].map((formats) => ({
      type: 'date' as const,
      formats,
    })),
    WORDS.map((word) => ({ type: 'yes-no' as const, word })),
    identifiers.map((identifier) => ({ type: 'personal' as const, identifier })),
    (['short', 'word', 'phrase', 'prose'] as const).map((shape) => ({
      type: 'text' as const,
      shape,
    })),
  )
