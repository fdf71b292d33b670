import type { ColumnKind, ColumnSchema, Identifier } from './column-schema.ts'

/** What a sample of one column looks like; counts are of rows with a value. */
export type ColumnProfile = {
  name: string
  nullToken: string
  rows: number
  filled: number
  distinct: number
  integers: number
  numbers: number
  leadingZeros: number
  /** Digits after the point: the 99th percentile, and the least, among `numbers`. */
  decimals: number
  minDecimals: number
  emails: number
  phones: number
  ipAddresses: number
  /** Social security numbers, IBANs and payment cards by shape. */
  otherIdentifiers: number
  meanLength: number
  meanWords: number
  lowest: string
  highest: string
  /** Largest less smallest of `numbers`. */
  span: number
  /** Largest absolute value of `numbers`. */
  magnitude: number
  mask: string
  maskCount: number
  /** Values that parse, by date format. */
  dateFormats: { format: string; parsed: number }[]
}

/** A type is taken if this share of values fits it: no single row decides. */
const MAJORITY = 0.99
const MAX_DECIMALS = 9
/** Values times 10^decimals must stay on the finest grid (see grid.ts). */
const MAX_CODED = 2 ** 43
const KEY_UNIQUENESS = 0.95
const ID_LIKE_UNIQUENESS = 0.5
const ID_NAME = /(^|[_\s.-])(id|ids|uuid|guid|nbr|identifier|key)$|[a-z](Id|ID|Uuid|UUID|Key)$/i
const BOOLEANS = ['01', 'ft', 'falsetrue', 'noyes', 'ny']
const NAMED_IDENTIFIERS: [RegExp, Identifier][] = [
  [/e-?mail/i, 'email'],
  [/phone|mobile|^tel$|^fax$/i, 'phone'],
  [/^ip$|ip_?addr/i, 'ip'],
  [/first_?name|given_?name|forename/i, 'first_name'],
  [/last_?name|sur_?name|family_?name/i, 'last_name'],
  [/^name$|full_?name|(customer|patient|person|contact|user)_?name/i, 'name'],
  [
    /^ssn$|social_?security|iban|passport|card_?(no|num)|street|^address|licen[cs]e_?(no|num)/i,
    'other',
  ],
]

/** The kind and format of a column, from names and majorities of a sample. */
export function inferColumn(profile: ColumnProfile): ColumnSchema {
  const kind = inferKind(profile)
  const format = bestDateFormat(profile)
  let decimals = Math.min(MAX_DECIMALS, profile.decimals)
  while (decimals > 0 && profile.magnitude * 10 ** decimals > MAX_CODED) decimals--
  return {
    name: profile.name,
    kind,
    nullToken: profile.nullToken,
    decimals: kind === 'number' ? decimals : 0,
    fixedDecimals: profile.minDecimals === profile.decimals,
    dateFormat: format,
    unitSeconds: format.includes('%S') ? 1 : format.includes('%H') ? 60 : 86_400,
    mask: profile.maskCount > profile.filled / 2 ? profile.mask : 'AAAA9999',
    identifier: kind === 'pii' ? identifierOf(profile) : null,
  }
}

function inferKind(profile: ColumnProfile): ColumnKind {
  const { filled, distinct, name } = profile
  if (filled === 0) return 'category'
  const isMost = (count: number) => count >= MAJORITY * filled
  const isNumeric = isMost(profile.numbers) && profile.leadingZeros === 0
  if (identifierOf(profile) !== null) return 'pii'
  if (distinct === 2 && BOOLEANS.includes((profile.lowest + profile.highest).toLowerCase())) {
    return 'boolean'
  }
  if (ID_NAME.test(name) && distinct > ID_LIKE_UNIQUENESS * filled && filled > 20) return 'key'
  if (isNumeric && isMost(profile.integers)) return isNumericKey(profile) ? 'key' : 'integer'
  if (isNumeric) return 'number'
  const format = bestDateFormat(profile)
  if (format !== '') return format.includes('%H') ? 'timestamp' : 'date'
  const isProse = profile.meanWords > 3 || profile.meanLength > 50
  if (isProse && distinct > 0.1 * filled) return 'text'
  if (distinct > KEY_UNIQUENESS * filled) return profile.meanWords > 1.5 ? 'text' : 'key'
  return 'category'
}

/**
 * All distinct is no sign of a key where values are sparse: n of them collide about n^2 / (2 span)
 * times by chance. Codes of one length are keys nevertheless.
 */
function isNumericKey({ filled, distinct, span, mask, maskCount }: ColumnProfile): boolean {
  if (distinct < filled || filled < 20) return false
  const isSurprising = filled * filled > 20 * span
  return isSurprising || (maskCount === filled && /^9{6,}$/.test(mask))
}

function bestDateFormat(profile: ColumnProfile): string {
  const best = [...profile.dateFormats].sort((a, b) => b.parsed - a.parsed)[0]
  return best && profile.filled > 0 && best.parsed >= MAJORITY * profile.filled ? best.format : ''
}

/** By what most values look like, else by the column's name if its values are mostly distinct text. */
function identifierOf(profile: ColumnProfile): Identifier | null {
  const half = profile.filled / 2
  if (profile.emails > half) return 'email'
  if (profile.ipAddresses > half) return 'ip'
  if (profile.otherIdentifiers > half) return 'other'
  if (profile.phones > 0.8 * profile.filled) return 'phone'
  const named = NAMED_IDENTIFIERS.find(([pattern]) => pattern.test(profile.name))?.[1] ?? null
  const isPersonal = named !== null && profile.distinct > 0.2 * profile.filled
  const isPlainNumber = profile.numbers >= MAJORITY * profile.filled && named !== 'phone'
  return isPersonal && !(isPlainNumber && named !== 'other') ? named : null
}
