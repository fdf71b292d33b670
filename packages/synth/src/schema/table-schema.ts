import type { ColumnSchema } from './column-schema.ts'

/** Describes a table for the engine; columns are given by position. */
export type TableSchema = {
  name: string
  columns: ColumnSchema[]
  /**
   * The column that groups the rows of one entity, and the number of its rows that may count; null
   * if every row is an entity by itself.
   */
  entity: { column: number; maxRows: number } | null
  /** Rows ordered in time, per device where there is one. */
  series: { time: number; device: number | null } | null
  rules: Rule[]
}

/** Describes a rule that every row of the twin satisfies by construction. A missing value breaks no rule. */
export type Rule =
  | { type: 'order'; low: number; high: number }
  /** Permits with `rest` that the parts leave a remainder of the total, never exceed it. */
  | { type: 'sum'; total: number; parts: number[]; rest?: boolean }
  /**
   * Equal values in `on` have equal values in `column`. A public `mapping`, from the values of the only column in
   * `on`, costs no budget; what it leaves out has no value in `column`.
   */
  | { type: 'dependency'; on: number[]; column: number; mapping?: Record<string, string> }
