import type { ColumnSchema } from '../column-schema.ts'
import type { Rule } from '../table-schema.ts'

/**
 * Holds some rows of a column: coded integers of an ordered one, codes of equal texts of another;
 * NaN is missing.
 */
export type SampledColumn = { schema: ColumnSchema; values: Float64Array }

/** Describes a rule that all sampled rows keep except `exceptions` of them. */
export type ProposedRule = { rule: Rule; exceptions: number }

/**
 * Sets the share of rows that may break a proposed rule: mistakes that the twin need not repeat.
 */
export const MAX_BROKEN = 0.001
/** Sets the fewest rows of a rule: fewer keep one by chance. */
export const MIN_ROWS = 50
