import type { Identifier } from '../column-schema.ts'
import { DATE_FORMATS } from '../infer/date-formats.ts'
import { leastShareOf } from '../infer/recognize-identifiers.ts'
import {
  LEXICAL_CLASSES,
  type LexicalClass,
  MOST_PLACES,
  type TextShape,
  YES_NO_WORDS,
} from './lexical-classes.ts'

/** Holds the noisy number of rows in each of `LEXICAL_CLASSES`, and the deviation of the noise. */
export type ClassVotes = { noisy: Float64Array; sigma: number }

/** Describes what most values of a column look like, decided from noisy counts alone. */
export type Shape = {
  /** `undecided` if no class stands out from the noise. */
  type: 'undecided' | 'boolean' | 'integer' | 'number' | 'date' | 'text'
  nullToken: string
  /** Rows with a value, of the classes that stand out. */
  filled: number
  sigma: number
  /** Digits after the point, and whether trailing zeros are written. */
  decimals: number
  fixedDecimals: boolean
  /** Digits of the longest usual whole number; 0 for none. */
  digits: number
  /** The format that fits the most values; empty if none stands out. */
  dateFormat: string
  personal: { identifier: Identifier; share: number } | null
  text: TextShape
}

/** Sets the share of rows that may differ from a column's kind, and the deviations of noise that look alike. */
export const TOLERATED_SHARE = 0.01
export const TOLERATED_DEVIATIONS = 4.5
/** Deviations from which on a class is taken to be there: of about 90, one in 300 columns has one by chance. */
const CLEAR_DEVIATIONS = 4

/** Deviations from which on a count is rather there than not. */
const FEW_DEVIATIONS = 3

type Cell = { lexical: LexicalClass; noisy: number }

const isWhole = ({ type }: LexicalClass) => type === 'whole' || type === 'bit'
const isNumber = (lexical: LexicalClass) => isWhole(lexical) || lexical.type === 'decimals'

/**
 * Decides what a column is: a class of values that is not of a kind vetoes it if it has more rows
 * than 1% of the column and than 4.5 deviations of the noise, so that no single row decides. The kind
 * has to accept the commonest class; of several that do the narrowest is taken.
 */
export function decideShape({ noisy, sigma }: ClassVotes): Shape {
  const cells = LEXICAL_CLASSES.map((lexical, i): Cell => ({ lexical, noisy: noisy[i] ?? 0 }))
  const values = cells.filter(({ lexical }) => lexical.type !== 'missing')
  const clear = values.filter((cell) => cell.noisy > CLEAR_DEVIATIONS * sigma)
  const filled = Math.max(1, sum(clear))
  const limit = Math.max(TOLERATED_SHARE * filled, TOLERATED_DEVIATIONS * sigma)
  const top = largest(values)
  const accepts = (isOfKind: (lexical: LexicalClass) => boolean) =>
    isOfKind(top.lexical) && values.every((cell) => isOfKind(cell.lexical) || cell.noisy <= limit)
  const dateFormat = commonestFormat(clear)
  const ofFormat = (lexical: LexicalClass) =>
    lexical.type === 'date' && lexical.formats.includes(dateFormat)
  const type = (): Shape['type'] => {
    if (clear.length === 0) return 'undecided'
    if (isYesNo(clear) && accepts(isYesNoClass) && !isCount(top, values, sigma)) return 'boolean'
    if (accepts(isWhole)) return 'integer'
    if (accepts(isNumber)) return 'number'
    return dateFormat !== '' && accepts(ofFormat) ? 'date' : 'text'
  }
  return {
    type: type(),
    nullToken: commonestToken(cells, sigma),
    filled,
    sigma,
    ...writtenForm(values, { filled, sigma, limit }),
    digits: Math.max(
      0,
      ...clear.map(({ lexical }) => (lexical.type === 'whole' ? lexical.digits : 0)),
    ),
    dateFormat,
    personal: personalData(clear, filled),
    text: top.lexical.type === 'text' ? top.lexical.shape : 'word',
  }
}

function isYesNoClass({ type }: LexicalClass): boolean {
  return type === 'bit' || type === 'yes-no'
}

/** Two words, or two digits, that mean no and yes. */
function isYesNo(clear: Cell[]): boolean {
  const words = clear.flatMap(({ lexical }) => {
    if (lexical.type === 'bit') return [lexical.digit]
    return lexical.type === 'yes-no' ? [lexical.word] : []
  })
  return [['0', '1'], ...YES_NO_WORDS].some(
    (pair) => words.length === 2 && pair.every((word) => words.includes(word)),
  )
}

/** Returns true where 0 and 1 are amounts: other digits are there, too. */
function isCount({ lexical: top }: Cell, values: Cell[], sigma: number): boolean {
  const isOther = ({ lexical }: Cell) => lexical.type === 'whole' && lexical.digits === 1
  return (
    top.type === 'bit' &&
    values.some((cell) => isOther(cell) && cell.noisy > FEW_DEVIATIONS * sigma)
  )
}

function commonestToken(cells: Cell[], sigma: number): string {
  const tokens = cells.filter(({ lexical }) => lexical.type === 'missing')
  const { lexical, noisy } = largest(tokens)
  return lexical.type === 'missing' && noisy > TOLERATED_DEVIATIONS * sigma ? lexical.token : ''
}

/**
 * Decimals are the most that more rows have, or reach, than may differ; without any, those of the
 * commonest class. Zeros at the end are written unless enough rows have fewer decimals.
 */
function writtenForm(
  values: Cell[],
  { filled, sigma, limit }: { filled: number; sigma: number; limit: number },
): Pick<Shape, 'decimals' | 'fixedDecimals'> {
  const counted = values.flatMap(({ lexical, noisy }) => {
    if (!isNumber(lexical)) return []
    return [{ places: lexical.type === 'decimals' ? lexical.places : 0, noisy }]
  })
  const isUsual = (least: number) => {
    const beyond = counted.filter(({ places }) => places >= least)
    const noise = TOLERATED_DEVIATIONS * sigma * Math.sqrt(beyond.length)
    const own = beyond.filter(({ places }) => places === least)
    return (
      sum(beyond) > Math.max(TOLERATED_SHARE * filled, noise) ||
      own.some(({ noisy }) => noisy > limit)
    )
  }
  const commonest = largest(counted)
  let most = MOST_PLACES
  while (most > 0 && !isUsual(most)) most--
  const decimals = Math.min(MOST_PLACES - 1, most || commonest.places)
  // A mistake here changes "7" to "7.0" and nothing else, so that less evidence will do.
  const few = Math.max(TOLERATED_SHARE * filled, FEW_DEVIATIONS * sigma)
  const isShort = counted.some(({ places, noisy }) => places < decimals && noisy > few)
  return { decimals, fixedDecimals: !isShort }
}

/** The first of the formats that fit the most values. */
function commonestFormat(clear: Cell[]): string {
  let best = { format: '', rows: 0 }
  for (const format of DATE_FORMATS) {
    const rows = sum(
      clear.filter(({ lexical }) => lexical.type === 'date' && lexical.formats.includes(format)),
    )
    if (rows > best.rows) best = { format, rows }
  }
  return best.format
}

function personalData(clear: Cell[], filled: number): Shape['personal'] {
  const shares = new Map<Identifier, number>()
  const add = (identifier: Identifier, rows: number) =>
    shares.set(identifier, (shares.get(identifier) ?? 0) + rows / filled)
  for (const { lexical, noisy } of clear) {
    if (lexical.type === 'personal') add(lexical.identifier, noisy)
    if (lexical.type === 'whole' && lexical.isCard) add('card', noisy)
  }
  const found = [...shares].find(([identifier, share]) => share > leastShareOf(identifier))
  return found ? { identifier: found[0], share: found[1] } : null
}

function largest<T extends { noisy: number }>(cells: T[]): T {
  return cells.reduce((a, b) => (b.noisy > a.noisy ? b : a))
}

function sum(cells: { noisy: number }[]): number {
  return cells.reduce((total, { noisy }) => total + noisy, 0)
}
