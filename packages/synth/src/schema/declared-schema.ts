import { z } from 'zod'

const columnName = z.string().min(1)

/** What an owner says of a column; all of it counts as public and costs no budget. */
const declaredColumn = z.strictObject({
  kind: z
    .enum(['integer', 'number', 'category', 'boolean', 'date', 'timestamp', 'key', 'text', 'pii'])
    .optional(),
  /** Left out of the twin. */
  drop: z.boolean().optional(),
  unit: z.string().optional(),
  /** Bounds of a number, or of a date as the file writes it; values outside are cut off at them. */
  min: z.union([z.number(), z.string()]).optional(),
  max: z.union([z.number(), z.string()]).optional(),
  decimals: z.int().min(0).max(9).optional(),
  /** Every category there can be. */
  values: z.array(z.string()).min(1).optional(),
  /** Of a date: %Y %m %d %H %M %S. */
  format: z.string().optional(),
  /** Of a key: A a 9 # stand for letters, digits and hexadecimal digits. */
  pattern: z.string().optional(),
})

const declaredRule = z.union([
  z.strictObject({ order: z.array(columnName).min(2) }),
  z.strictObject({ sum: columnName, of: z.array(columnName).min(1) }),
  z.strictObject({ dependency: columnName, on: z.array(columnName).min(1) }),
])

const declaredTable = z.strictObject({
  columns: z.record(columnName, declaredColumn).default({}),
  entity: z.strictObject({ column: columnName, maxRows: z.int().min(1).default(1) }).optional(),
  series: z.strictObject({ time: columnName, device: columnName.optional() }).optional(),
  parent: z.strictObject({ table: z.string().min(1), column: columnName }).optional(),
  rules: z.array(declaredRule).default([]),
})

/** The schema file: tables by name; what it leaves out is inferred. */
export const declaredSchema = z.strictObject({ tables: z.record(z.string(), declaredTable) })
export type DeclaredSchema = z.infer<typeof declaredSchema>
export type DeclaredTable = z.infer<typeof declaredTable>
