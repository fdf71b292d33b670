import { z } from 'zod'
import { columnKinds, identifiers, isOrdered } from './column-schema.ts'
import { isNullToken } from './infer/null-tokens.ts'

const columnName = z.string().min(1)

/** Describes an owner's declarations about a column; all of it counts as public and costs no budget. */
const declaredColumn = z
  .strictObject({
    kind: z.enum(columnKinds).optional(),
    /** Leaves the column out of the twin. */
    drop: z.boolean().optional(),
    unit: z.string().min(1).optional(),
    /**
     * Bounds of a number, or of a date as the file writes it; values outside are cut off at them. A number may
     * have one alone. Between both, it is counted in at most 1000 cells of equal width, so the narrower, the finer.
     */
    min: z.union([z.number(), z.string()]).optional(),
    max: z.union([z.number(), z.string()]).optional(),
    decimals: z.int().min(0).max(9).optional(),
    /** Every category there can be, as the file writes it; what else it has is pooled. */
    values: z
      .array(z.union([z.string().min(1), z.number(), z.boolean()]).transform(String))
      .min(1)
      .optional(),
    /** Sets the format of a date: %Y %m %d %H %M %S. */
    format: z.string().min(1).optional(),
    /** Sets the pattern of a key: A a 9 # stand for letters, digits and hexadecimal digits. */
    pattern: z.string().min(1).optional(),
    /** The kind of surrogates for personal data. */
    identifier: z.enum(identifiers).optional(),
    /** A number that stands for a missing value in the file; the twin has such cells missing. */
    sentinel: z.number().optional(),
    /** The text of a missing value in the twin. */
    missing: z
      .string()
      .refine(isNullToken, 'is no usual sign for a missing value, such as NA, ? or nothing')
      .optional(),
  })
  .superRefine((column, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const { kind, min, max } = column
    for (const [field, kinds] of Object.entries(FIELDS_OF_KINDS)) {
      if (column[field as keyof typeof column] === undefined || kind === undefined) continue
      if (!kinds.includes(kind)) refuse(field, `means nothing for a column of kind ${kind}`)
    }
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      refuse('min', 'is above max')
    }
    if (new Set(column.values).size !== (column.values?.length ?? 0)) {
      refuse('values', 'names a value twice')
    }
  })

/** The kinds a field has a meaning for. */
const FIELDS_OF_KINDS: Record<string, string[]> = {
  min: columnKinds.filter(isOrdered),
  max: columnKinds.filter(isOrdered),
  decimals: ['number'],
  sentinel: ['integer', 'number'],
  values: ['category'],
  format: ['date', 'timestamp'],
  pattern: ['key', 'pii'],
  identifier: ['pii'],
}

const declaredRule = z.union(
  [
    z.strictObject({ order: z.array(columnName).min(2) }),
    /** Permits with `rest` that the parts leave a remainder of the sum, never exceed it. */
    z.strictObject({
      sum: columnName,
      of: z.array(columnName).min(1),
      rest: z.boolean().default(false),
    }),
    /** Equal values of `on` have equal values of `dependency`; a public mapping costs no budget. */
    z.strictObject({
      dependency: columnName,
      on: z.array(columnName).min(1),
      mapping: z.record(z.string(), z.string()).optional(),
    }),
  ],
  'is none of {order: [a, b]}, {sum: total, of: [parts]} and {dependency: column, on: [columns]}',
)

const declaredTable = z.strictObject({
  columns: z.record(columnName, declaredColumn).default({}),
  /**
   * The column that groups the rows of one entity (a patient, a customer) and the number of its
   * rows that may count.
   */
  entity: z
    .strictObject({ column: columnName, maxRows: z.int().min(1).max(1000).default(1) })
    .optional(),
  series: z.strictObject({ time: columnName, device: columnName.optional() }).optional(),
  /**
   * Each row is a child of the row of `table` with its `column`'s value as `key`; limits the
   * children that may count. A list within records is a child of those if this is omitted; null
   * makes it independent.
   */
  parent: z
    .strictObject({
      table: z.string().min(1),
      column: columnName,
      key: columnName,
      maxRows: z.int().min(1).max(1000).default(1),
    })
    .nullable()
    .optional(),
  rules: z.array(declaredRule).default([]),
})

/** Parses the schema file: tables by name; what it leaves out is inferred. */
export const declaredSchema = z.strictObject({ tables: z.record(z.string().min(1), declaredTable) })

export type DeclaredSchema = z.infer<typeof declaredSchema>
export type DeclaredTable = z.infer<typeof declaredTable>
export type DeclaredColumn = z.infer<typeof declaredColumn>

/** Lists every field of a schema file, for remarks on misspelled ones. */
export const fieldNames: string[] = [
  'tables',
  ...Object.keys(declaredTable.shape),
  ...Object.keys(declaredColumn.shape),
  ...['column', 'maxRows', 'time', 'device', 'table', 'key'],
  ...['order', 'sum', 'of', 'rest', 'dependency', 'on', 'mapping'],
]
