import type { ColumnSchema } from './column-schema.ts'

/** A table as the engine sees it; columns go by their position. */
export type TableSchema = {
  name: string
  columns: ColumnSchema[]
  /** Whose rows belong together, and how many of one's rows may count; null when every row stands for itself. */
  entity: { column: number; maxRows: number } | null
  /** Rows ordered in time, per device where there is one. */
  series: { time: number; device: number | null } | null
  rules: Rule[]
}

/** What holds in every row of the twin, by construction. A missing value breaks no rule. */
export type Rule =
  | { type: 'order'; low: number; high: number }
  /** With `rest` the parts may leave something of the total, never more than it. */
  | { type: 'sum'; total: number; parts: number[]; rest?: boolean }
  /**
   * Equal values in `on` have equal values in `column`. A public `mapping`, from the values of the only column in
   * `on`, costs no budget; what it leaves out has no value in `column`.
   */
  | { type: 'dependency'; on: number[]; column: number; mapping?: Record<string, string> }
