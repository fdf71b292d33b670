/** Describes the rules of a data contract as values: what is counted in a delivered table, and how many rows may break it. */
import { z } from 'zod'
import { bounds, columnTypes } from '../data-contract-columns.ts'
import { operators } from '../data-contract-quality.ts'

/** Describes the number or the share of rows that may break a rule. */
const ruleLimit = z.object({
  operator: z.enum(operators),
  value: z.union([z.number(), z.tuple([z.number(), z.number()])]),
  unit: z.enum(['rows', 'percent']),
})
export type RuleLimit = z.infer<typeof ruleLimit>

const limit = { limit: ruleLimit }

export const columnRule = z.discriminatedUnion('check', [
  z.object({
    check: z.literal('type'),
    type: z.enum(columnTypes),
    /** In the signs of strptime; null for ISO 8601. */
    format: z.string().nullable(),
    ...limit,
  }),
  /** `texts` count as missing, too. */
  z.object({ check: z.literal('missing'), texts: z.array(z.string()), ...limit }),
  z.object({ check: z.literal('duplicates'), ...limit }),
  z.object({
    check: z.literal('bound'),
    bound: z.enum(bounds),
    value: z.union([z.number(), z.string()]),
    ...limit,
  }),
  z.object({ check: z.literal('multiple'), of: z.number(), ...limit }),
  z.object({
    check: z.literal('length'),
    bound: z.enum(['minLength', 'maxLength']),
    value: z.number(),
    ...limit,
  }),
  z.object({ check: z.literal('format'), format: z.string(), ...limit }),
  z.object({
    check: z.literal('invalid'),
    values: z.array(z.string()).nullable(),
    pattern: z.string().nullable(),
    ...limit,
  }),
])
export type ColumnRule = z.infer<typeof columnRule>
export type ColumnCheck = ColumnRule extends infer Rule
  ? Rule extends unknown
    ? Omit<Rule, 'limit'>
    : never
  : never

export const tableRule = z.discriminatedUnion('check', [
  z.object({ check: z.literal('rows'), ...limit }),
  z.object({ check: z.literal('duplicates'), columns: z.array(z.string()).min(1), ...limit }),
])
export type TableRule = z.infer<typeof tableRule>
