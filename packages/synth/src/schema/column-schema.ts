/**
 * What a column is to the model. `key`, `text` and `pii` stay out of it: keys and personal
 * identifiers are made up afresh, free text is withheld.
 */
export type ColumnKind =
  | 'integer'
  | 'number'
  | 'category'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'key'
  | 'text'
  | 'pii'

export type ColumnSchema = {
  name: string
  kind: ColumnKind
  /** How the file writes a missing value, such as an empty string or "?". */
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
}

export type Identifier = 'email' | 'phone' | 'ip' | 'first_name' | 'last_name' | 'name' | 'other'

export function isOrdered(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'date' || kind === 'timestamp'
}

export function isModeled(kind: ColumnKind): boolean {
  return isOrdered(kind) || kind === 'category' || kind === 'boolean'
}
