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
})
export type ReviewedTable = z.infer<typeof reviewedTable>

/** What the vendor decides about one column: another kind, or that it is left out. */
export const columnChoice = z.object({
  table: z.string().max(400),
  column: z.string().max(2000),
  kind: z.enum(columnKinds).optional(),
  drop: z.boolean().optional(),
})
export type ColumnChoice = z.infer<typeof columnChoice>
