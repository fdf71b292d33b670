import type { ColumnSchema } from './column-schema.ts'

/** A table as the engine sees it; columns go by their position. */
export type TableSchema = {
  name: string
  columns: ColumnSchema[]
  /** Whose rows belong together, and how many of one's rows may count; null when every row stands for itself. */
  entity: { column: number; maxRows: number } | null
  /** Rows ordered in time, per device where there is one. */
  series: { time: number; device: number | null } | null
  /** The row of another table that each row belongs to, named by that table's key. */
  parent: { table: string; column: number } | null
  rules: Rule[]
}

/** What holds in every row of the twin, by construction. */
export type Rule =
  | { type: 'order'; low: number; high: number }
  | { type: 'sum'; total: number; parts: number[] }
  /** Equal values in `on` have equal values in `column`. */
  | { type: 'dependency'; on: number[]; column: number }
