import type { DuckDBConnection } from '@duckdb/node-api'
import type { LoadedTable } from '../read/load-table.ts'
import type { TableSource } from '../read/table-source.ts'
import type { RelatedTable } from '../schema/link-tables.ts'
import type { Notice } from '../schema/notices.ts'
import type { PlannedSeries } from '../schema/series-plan.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import type { MeasureOptions } from './synthesis-options.ts'
import type { Progress } from './track-progress.ts'

/** Describes one of the tables that a run measures. */
export type TableTask = {
  options: MeasureOptions
  source: TableSource
  progress: Progress
}

/** Describes a table that is loaded, before its columns are known. */
export type OpenTable = TableTask & {
  connection: DuckDBConnection
  loaded: LoadedTable
  rowCount: number
}

/** Describes a table with the plan of its columns. */
export type PlannedTable = OpenTable & {
  schema: TableSchema
  /** Rows that count, where an entity's are capped. */
  countedRows: number
  /** For the owner only. */
  notices: Notice[]
}

/** Describes a table with coded rows, and a series' usual step. */
export type CodedTable = PlannedTable & {
  related: RelatedTable
  series: PlannedSeries | null
  usualStep: number
}
