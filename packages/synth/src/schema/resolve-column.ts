import type { ColumnSchema, InferredFact } from './column-schema.ts'
import { isOrdered } from './column-schema.ts'
import type { DeclaredColumn } from './declared-schema.ts'
import { bestDateFormat, type ColumnProfile, inferKind } from './infer/infer-column.ts'
import { dateParser } from './infer/parse-date.ts'
import { SynthesisError } from './synthesis-error.ts'

const MAX_DECIMALS = 9
/** Values times 10^decimals must stay on the finest grid (see grid.ts). */
const MAX_CODED = 2 ** 43
const DEFAULT_MASK = 'AAAA9999'

/**
 * Resolves a column for the engine: the owner's declaration, the rest by its profile. `where` names
 * the column in a refusal, as in "tables.visits.columns.age".
 */
export function resolveColumn(
  profile: ColumnProfile,
  declared: DeclaredColumn,
  where: string,
): ColumnSchema {
  const inference = inferKind(profile)
  const kind = declared.kind ?? impliedKind(declared) ?? inference.kind
  const isTime = kind === 'date' || kind === 'timestamp'
  const dateFormat = declared.format ?? (bestDateFormat(profile) || unseenFormat(profile, kind))
  if (isTime && dateFormat === '') {
    throw refuse(`${where}.format`, 'is missing: no usual date format fits the values')
  }
  const mask = declared.pattern ?? inferMask(profile)
  const decimals = kind === 'number' ? (declared.decimals ?? inferDecimals(profile)) : 0
  const column: ColumnSchema = {
    name: profile.name,
    kind,
    nullToken: declared.missing ?? profile.nullToken,
    decimals,
    fixedDecimals: declared.decimals !== undefined || profile.minDecimals === profile.decimals,
    dateFormat: isTime ? dateFormat : '',
    unitSeconds: dateFormat.includes('%S') ? 1 : dateFormat.includes('%H') ? 60 : 86_400,
    mask,
    identifier: kind === 'pii' ? (declared.identifier ?? inference.identifier ?? 'other') : null,
    unit: declared.unit ?? null,
    bounds: null,
    values: declared.values ?? null,
    inferred: [],
  }
  refuseMisplaced(column, declared, where)
  return {
    ...column,
    ...resolveBounds(column, declared, where),
    ...(declared.sentinel !== undefined && { sentinel: declared.sentinel }),
    inferred: inferredFacts(column, declared),
  }
}

/** Names what of a column is not declared, so that it has to be read from the data. */
export type OpenFacts = {
  /** Null if the kind is not declared. */
  kind: ColumnSchema['kind'] | null
  /** True if kind, decimals or date format are not declared. */
  isFormOpen: boolean
  /** True if it may be a key, and no pattern is declared. */
  isPatternOpen: boolean
}

/** Returns what an owner's declaration of a column leaves open. */
export function openFactsOf(declared: DeclaredColumn): OpenFacts {
  const kind = declared.kind ?? impliedKind(declared)
  const isTime = kind === 'date' || kind === 'timestamp'
  const mayHavePattern =
    kind === null ||
    kind === 'key' ||
    (kind === 'pii' && (declared.identifier ?? 'other') === 'other')
  return {
    kind,
    isFormOpen:
      kind === null ||
      (kind === 'number' && declared.decimals === undefined) ||
      (kind === 'pii' && declared.identifier === undefined) ||
      (isTime && declared.format === undefined),
    isPatternOpen: mayHavePattern && declared.pattern === undefined,
  }
}

/** Returns the kind that the declared fields of a column without a kind imply; null if none does. */
function impliedKind(declared: DeclaredColumn): ColumnSchema['kind'] | null {
  if (declared.values) return 'category'
  if (declared.identifier) return 'pii'
  if (declared.pattern) return 'key'
  if (declared.decimals !== undefined) return 'number'
  if (declared.format) return declared.format.includes('%H') ? 'timestamp' : 'date'
  return null
}

/** Returns the standard format for declared dates whose format no votes decided. */
function unseenFormat({ isUndecided }: ColumnProfile, kind: ColumnSchema['kind']): string {
  if (!isUndecided) return ''
  return kind === 'timestamp' ? '%Y-%m-%d %H:%M:%S' : '%Y-%m-%d'
}

function inferDecimals(profile: ColumnProfile): number {
  const magnitude = Math.max(Math.abs(profile.minimum), Math.abs(profile.maximum))
  let decimals = Math.min(MAX_DECIMALS, profile.decimals)
  while (decimals > 0 && magnitude * 10 ** decimals > MAX_CODED) decimals--
  return decimals
}

/** Keys of digits get one more, so that what is made up is none of the original's. */
function inferMask({ mask, maskCount, filled }: ColumnProfile): string {
  if (maskCount <= filled / 2) return DEFAULT_MASK
  return /^9+$/.test(mask) ? `9${mask}` : mask
}

function inferredFacts(
  { kind, identifier }: ColumnSchema,
  declared: DeclaredColumn,
): InferredFact[] {
  const facts: InferredFact[] = []
  if (declared.kind === undefined && impliedKind(declared) === null) facts.push('type')
  if (kind === 'number' && declared.decimals === undefined) facts.push('decimals')
  if ((kind === 'date' || kind === 'timestamp') && declared.format === undefined) {
    facts.push('date format')
  }
  const hasMask = kind === 'key' || identifier === 'other'
  if (hasMask && declared.pattern === undefined) facts.push('pattern')
  if (declared.missing === undefined && openFactsOf(declared).isFormOpen) {
    facts.push('sign for missing values')
  }
  return facts
}

/** A field may contradict a kind that was not declared but inferred. */
function refuseMisplaced({ kind }: ColumnSchema, declared: DeclaredColumn, where: string): void {
  for (const field of ['min', 'max'] as const) {
    if (declared[field] === undefined || isOrdered(kind)) continue
    throw refuse(
      `${where}.${field}`,
      `needs a number or a date, but the column looks like a ${kind}; declare its kind`,
    )
  }
}

function resolveBounds(
  column: ColumnSchema,
  declared: DeclaredColumn,
  where: string,
): Pick<ColumnSchema, 'bounds' | 'range'> {
  const { min, max } = declared
  if (min === undefined && max === undefined) return { bounds: null }
  const isNumber = column.kind === 'integer' || column.kind === 'number'
  if (!isNumber && (min === undefined || max === undefined)) {
    const missing = min === undefined ? 'min' : 'max'
    throw refuse(`${where}.${missing}`, 'is missing: bounds of dates come in pairs')
  }
  const low = min === undefined ? -Infinity : codedBound(column, min, 1, `${where}.min`)
  const high = max === undefined ? Infinity : codedBound(column, max, -1, `${where}.max`)
  if (low > high) throw refuse(`${where}.min`, 'is above max')
  const isPair = min !== undefined && max !== undefined
  return isPair ? { bounds: { low, high } } : { bounds: null, range: { low, high } }
}

/** Rounds a number that has more decimals than the column into the range: up with `inward` 1, down with -1. */
function codedBound(
  column: ColumnSchema,
  bound: number | string,
  inward: 1 | -1,
  where: string,
): number {
  if (column.kind === 'date' || column.kind === 'timestamp') {
    const seconds = dateParser(column.dateFormat)(String(bound))
    if (seconds === null) throw refuse(where, `is not a date written as ${column.dateFormat}`)
    return Math.floor(seconds / column.unitSeconds)
  }
  if (typeof bound !== 'number') throw refuse(where, 'is not a number')
  const scale = 10 ** column.decimals
  const nearest = Math.round(bound * scale)
  if (Math.abs(nearest) > MAX_CODED) throw refuse(where, 'is too large for so many decimals')
  return (nearest / scale - bound) * inward < 0 ? nearest + inward : nearest
}

function refuse(where: string, what: string): SynthesisError {
  return new SynthesisError('invalid_schema', `Schema: ${where} ${what}.`)
}
