/** Columns that a vendor declares: what it says it can supply. */
import { z } from 'zod'

export const MAX_DECLARED_COLUMNS = 300

/** Names what values a declared column has. */
export const columnHoldings = ['number', 'time', 'text', 'boolean'] as const
export type ColumnHolding = (typeof columnHoldings)[number]

export const declaredColumn = z.object({
  name: z
    .string({ error: 'Write the name of a column' })
    .trim()
    .min(1, 'Write the name of a column')
    .max(100, 'A name of a column has 100 characters at most'),
  /** Null where the vendor does not say. */
  holds: z.enum(columnHoldings).nullable(),
})
export type DeclaredColumn = z.infer<typeof declaredColumn>

export const declaredColumns = z
  .array(declaredColumn)
  .max(MAX_DECLARED_COLUMNS, `Declare ${MAX_DECLARED_COLUMNS} columns at most`)
  .refine(
    (columns) => new Set(columns.map(({ name }) => name.toLowerCase())).size === columns.length,
    'Declare each column once',
  )
