/** What the engine found in the uploaded files, and what the vendor decides about it. */
import { z } from 'zod'

/** What a column can be taken for. */
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

const table = z.string().min(1).max(400)
const column = z.string().min(1).max(2000)
/** How many rows of one person or thing may count; the noise grows with it. */
const maxRows = z.int().min(1).max(1000)

/** What holds in every row: `low <= high`, parts that add up to a sum, or a value that others decide. */
export const rowRule = z.union([
  z.strictObject({ order: z.array(column).length(2) }),
  /** With `rest` the parts may leave something of the sum. */
  z.strictObject({ sum: column, of: z.array(column).min(1).max(100), rest: z.boolean() }),
  z.strictObject({ dependency: column, on: z.array(column).min(1).max(20) }),
])
export type RowRule = z.infer<typeof rowRule>

/** How the rows of a table hang together; columns by their names. */
export const rowRelations = z.object({
  /** Whose rows belong together, such as a person's: they are protected together. */
  entity: z.object({ column, maxRows }).nullable().default(null),
  /** Rows follow each other in time: in one sequence, or in one for each `device` or entity. */
  series: z
    .object({ time: column, device: column.nullable().default(null) })
    .nullable()
    .default(null),
  /** `column` holds the `key` of a row of another table. */
  parent: z.object({ table, column, key: column, maxRows }).nullable().default(null),
  rules: z.array(rowRule).max(200).default([]),
})
export type RowRelations = z.infer<typeof rowRelations>

/** A table as the engine has found it; nothing in it is a value of the data. */
export const reviewedTable = z.object({
  /** Distinct within the delivery; the twin's file is named after it. */
  name: z.string(),
  /** What it was read from: a file, or `file > sheet`. */
  file: z.string(),
  rows: z.number().int(),
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(columnKinds),
      /** The personal data it holds, such as "email"; null for none. */
      personalData: z.string().nullable(),
      /** Share of missing values, 0 to 1. */
      missing: z.number(),
    }),
  ),
  /** What the rows suggest; none of it counts until the vendor says so. */
  suggested: rowRelations.prefault({}),
})
export type ReviewedTable = z.infer<typeof reviewedTable>

/** What the vendor decides about one column: another kind, or that it is left out. */
export const columnChoice = z.object({
  table,
  column,
  kind: z.enum(columnKinds).optional(),
  drop: z.boolean().optional(),
})
export type ColumnChoice = z.infer<typeof columnChoice>

/** What the vendor says of a table's rows. */
export const tableChoice = rowRelations.extend({ table })
export type TableChoice = z.infer<typeof tableChoice>

/** All that the vendor decides in a review; what is left out is as it was found. */
export const reviewChoices = z.object({
  choices: z.array(columnChoice).max(20_000).default([]),
  tables: z.array(tableChoice).max(1000).default([]),
})
export type ReviewChoices = z.infer<typeof reviewChoices>
