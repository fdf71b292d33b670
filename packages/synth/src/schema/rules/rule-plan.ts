import { type ColumnSchema, isModeled } from '../column-schema.ts'
import { SynthesisError } from '../synthesis-error.ts'
import type { Conversion } from './rule-units.ts'

/**
 * Plans a table so that its twin satisfies the rules: the modeled columns are free of rules, and
 * every other column is computed from them. Positions below `width` are the table's own columns;
 * from there on they are differences.
 */
export type RulePlan = {
  width: number
  /** Holds schemas by position. A difference is an integer in the unit of its column. */
  schemas: ColumnSchema[]
  /** Holds uses by position. */
  uses: ColumnUse[]
  /** Holds, by own column, the bounds of values in coded integers; infinite if open. */
  ranges: Range[]
  /** Lists derivations in an order in which each can be computed. */
  derivations: Derivation[]
  /** Orders and sums as the original may break them. */
  checks: RuleCheck[]
}

/**
 * Describes a check of a row: an order is broken if both values exist and `high` is below `low`; a
 * sum if the total exists and differs.
 */
export type RuleCheck =
  | { type: 'order'; low: number; high: number; conversion: Conversion }
  | { type: 'sum'; total: Sum['terms'][number]; terms: Sum['terms']; hasRest: boolean }

/**
 * `modeled` with others; `looked-up` is measured in full on its own, `computed` only roughly, for the report;
 * `outside` columns are made up afresh, and `linked` ones so that related tables refer to each other by them.
 */
export type ColumnUse = 'modeled' | 'looked-up' | 'computed' | 'outside' | 'linked'

export type Range = { low: number; high: number }

/** Describes the computation of `column`'s values. */
export type Derivation = Apart | Sum | Lookup

/**
 * Describes a column above the largest of its bases, or below the least, by a nonnegative
 * difference. It is missing if the difference is; if all bases are missing, the value is drawn
 * independently.
 */
export type Apart = {
  type: 'above' | 'below'
  column: number
  bases: { column: number; conversion: Conversion }[]
  difference: number
}

/**
 * Describes the sum of its terms; a missing term counts as nothing, because totals usually leave
 * out what does not apply.
 */
export type Sum = {
  type: 'sum'
  column: number
  /** `factor` takes a term's coded integers into the column's, with its sign. */
  terms: { column: number; factor: number }[]
  /** The remainder of the column after the terms, not negative; null if none. */
  rest: number | null
  /** Missing where this term is; null: missing where all terms are, and as often as in the original. */
  needed: number | null
  /** The terms that may be changed to keep the sum in its range. */
  yielding: number[]
}

/** Equal values of `on` have one value; `mapping` is null if it is to be measured. */
export type Lookup = {
  type: 'lookup'
  column: number
  on: number[]
  mapping: Record<string, string> | null
}

/** Returns the columns whose values the derivation needs. */
export function sourcesOf(derivation: Derivation): number[] {
  if (derivation.type === 'sum') return derivation.terms.map(({ column }) => column)
  if (derivation.type === 'lookup') return derivation.on
  return derivation.bases.map(({ column }) => column)
}

/** Returns the lookups whose mapping is not public. */
export function measuredLookups({ derivations }: RulePlan): Lookup[] {
  return derivations.filter((d): d is Lookup => d.type === 'lookup' && d.mapping === null)
}

/** Returns the coded values that a column may have as declared; infinite where nothing is. */
export function declaredRange({ bounds, range }: ColumnSchema): Range {
  return { ...(bounds ?? range ?? { low: -Infinity, high: Infinity }) }
}

/** Returns the plan of a table without rules. */
export function planWithoutRules(schemas: ColumnSchema[]): RulePlan {
  return {
    width: schemas.length,
    schemas,
    uses: schemas.map(({ kind }) => (isModeled(kind) ? 'modeled' : 'outside')),
    ranges: schemas.map(declaredRange),
    derivations: [],
    checks: [],
  }
}

export function refusedRule(message: string): SynthesisError {
  return new SynthesisError('invalid_schema', message)
}
