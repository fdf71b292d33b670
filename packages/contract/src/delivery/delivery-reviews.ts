/** Describes the engine's findings in the uploaded files, and the vendor's choices about them. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { columnName as column, columnKinds } from './column-kinds.ts'
import { type RuleColumn, rowRule } from './row-rules.ts'

const table = z.string().min(1).max(400)
/** Limits the rows of one person or thing that may count; the noise grows with the limit. */
const maxRows = z.int().min(1).max(1000)

/** Describes the relations between the rows of a table, and between tables; columns by name. */
export const rowRelations = z.object({
  /** The column that groups rows of one entity, such as a person, which are protected together. */
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

/** Describes a table as the engine has found it, without any value of the data. */
export const reviewedTable = z.object({
  /** Distinct within the delivery; the twin's file is named after it. */
  name: z.string(),
  /** The source: a file, or `file > sheet`. */
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
  /**
   * True for a list within the records of `suggested.parent`, which stays its parent unless the
   * vendor chooses otherwise.
   */
  isNested: z.boolean().default(false),
  /**
   * Relations suggested by the rows. Other than the parent of a nested list, none applies until the
   * vendor confirms it.
   */
  suggested: rowRelations.prefault({}),
  /** The column of times by which rows seem to follow each other, at uneven steps; null for none. */
  followsBy: column.nullable().default(null),
})
export type ReviewedTable = z.infer<typeof reviewedTable>

/** Describes a column of the original by its values, in the rows looked at; exact, for the vendor alone. */
export const columnProfile = z.object({
  name: z.string(),
  /** Rows without a value. */
  missing: z.number().int(),
  distinct: z.number().int(),
  plot: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('histogram'),
        /** n + 1 rising bounds of n bins of even width; moments in epoch milliseconds. */
        edges: z.array(z.number()),
        counts: z.array(z.number().int()),
      }),
      z.object({
        type: z.literal('categories'),
        /** The most frequent values, and their rows. */
        labels: z.array(z.string()),
        counts: z.array(z.number().int()),
      }),
    ])
    .nullable(),
  /** Null for columns without an order. */
  range: z.object({ low: z.string(), median: z.string(), high: z.string() }).nullable(),
  /** Three at most; of free text and personal data, their shapes: x for letters, 0 for digits. */
  examples: z.array(z.string()),
  /** The reason for the column's kind. */
  because: z.string(),
  /** A number that looks like a sign for something else, and its rows. */
  sentinel: z.object({ value: z.string(), rows: z.number().int() }).nullable(),
  /** A greatest value that stands alone, and the next one. */
  outlier: z.object({ value: z.string(), next: z.string() }).nullable(),
})
export type ColumnProfile = z.infer<typeof columnProfile>

export const columnProfiles = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      /** Rows looked at: all of them, or a sample of large tables. */
      rows: z.number().int(),
      columns: z.array(columnProfile),
    }),
  ),
})
export type ColumnProfiles = z.infer<typeof columnProfiles>

export const profilesProcedure = oc
  .route({
    method: 'GET',
    path: '/contracts/{contractId}/delivery/profiles',
    summary: 'Distributions of the columns in the review, none once an original has ended (vendor)',
  })
  .input(z.object({ contractId: z.string().max(40) }))
  .output(columnProfiles)

/** Describes the vendor's choice for one column: another kind, its removal, a number that means missing. */
export const columnChoice = z.object({
  table,
  column,
  kind: z.enum(columnKinds).optional(),
  drop: z.boolean().optional(),
  /** A number that stands for a missing value; null: none, though one looks like it. */
  sentinel: z.number().nullable().optional(),
})
export type ColumnChoice = z.infer<typeof columnChoice>

/** Describes the vendor's choice of relations for a table's rows. */
export const tableChoice = rowRelations.extend({ table })
export type TableChoice = z.infer<typeof tableChoice>

/** Describes the vendor's decisions in a review; what is left out keeps its findings. */
export const reviewChoices = z.object({
  choices: z.array(columnChoice).max(20_000).default([]),
  tables: z.array(tableChoice).max(1000).default([]),
})
export type ReviewChoices = z.infer<typeof reviewChoices>

/** Returns the kept columns of a table with the chosen kinds, to which its rules apply. */
export function ruleColumns(
  { name, columns }: { name: string; columns: readonly RuleColumn[] },
  { choices, tables }: ReviewChoices,
): RuleColumn[] {
  const own = new Map(choices.filter(({ table }) => table === name).map((one) => [one.column, one]))
  return columns.flatMap((column) => {
    const { drop, kind = column.kind } = own.get(column.name) ?? {}
    if (drop) return []
    return [{ name: column.name, kind: namesRows(tables, name, column.name) ? 'key' : kind }]
  })
}

/**
 * Returns true if a column identifies people or rows. Such values are replaced by surrogates
 * regardless of their format.
 */
const namesRows = (tables: TableChoice[], name: string, column: string) =>
  tables.some(
    ({ table, entity, parent }) =>
      (table === name && (entity?.column === column || parent?.column === column)) ||
      (parent?.table === name && parent.key === column),
  )
