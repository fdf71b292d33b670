/**
 * Lists the kinds of columns. `key`, `text` and `pii` are not modeled: keys and personal
 * identifiers are replaced by surrogates, free text is withheld.
 */
export const columnKinds = [
  'integer',
  'number',
  'category',
  'boolean',
  'date',
  'timestamp',
  'key',
  'text',
  'pii',
] as const

export type ColumnKind = (typeof columnKinds)[number]

export type ColumnSchema = {
  name: string
  kind: ColumnKind
  /** The text of a missing value in the file, such as an empty string or "?". */
  nullToken: string
  /** `number`: digits after the point; values are modeled as integers times 10^-decimals. */
  decimals: number
  /** `number`: whether trailing zeros are written. */
  fixedDecimals: boolean
  /** `date`, `timestamp`: a pattern of %Y %m %d %H %M %S. */
  dateFormat: string
  /** `date`, `timestamp`: seconds per step of the coded value. */
  unitSeconds: number
  /** `key`, `pii`: the commonest shape of a value: A a 9 # stand for letters, digits, hex digits. */
  mask: string
  /** `pii`: which public list to draw from. */
  identifier: Identifier | null
  /** The unit of a number, such as "years" or "USD". */
  unit: string | null
  /**
   * Ordered kinds: the least and the largest coded value as the owner declared them; null when
   * none were declared. Values outside are cut off at them.
   */
  bounds: { low: number; high: number } | null
  /**
   * Numbers of which only one end is declared, with the other infinite; absent otherwise. Values outside are cut off, and
   * the column is measured like one without bounds.
   */
  range?: { low: number; high: number } | undefined
  /** `category`: every value there can be, as declared; null when they are discovered privately. */
  values: string[] | null
  /** A number that stands for a missing value in the original, as its owner declared; absent for none. */
  sentinel?: number | undefined
  /**
   * Facts read from the data instead of being declared: by noisy votes in private mode, whose
   * guarantee names them, else exactly.
   */
  inferred: InferredFact[]
}

/** Lists the facts that a column's own values can determine about its modeling and its format. */
export type InferredFact =
  | 'type'
  | 'decimals'
  | 'date format'
  | 'pattern'
  | 'sign for missing values'

/** Lists kinds of personal data with public surrogates; `other` keeps only a value's format. */
export const identifiers = [
  'email',
  'phone',
  'iban',
  'card',
  'ssn',
  'ip',
  'ipv6',
  'mac',
  'first_name',
  'last_name',
  'name',
  'street',
  'other',
] as const

export type Identifier = (typeof identifiers)[number]

export function isOrdered(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'date' || kind === 'timestamp'
}

export function isModeled(kind: ColumnKind): boolean {
  return isOrdered(kind) || kind === 'category' || kind === 'boolean'
}

/**
 * Larger numbers count as missing: they are far beyond the outermost cell of any grid, and arithmetic with them would
 * overflow. Written as SQL.
 */
export const LARGEST_NUMBER = '1e30'
