import type { DuckDBConnection } from '@duckdb/node-api'
import type { TableSource } from '../read/table-source.ts'
import type { RelatedTable } from '../schema/link-tables.ts'
import type { PlannedSeries } from '../schema/series-plan.ts'
import type { TableSchema } from '../schema/table-schema.ts'
import type { SynthesisOptions } from './synthesis-options.ts'
import type { Progress } from './track-progress.ts'

/** One of the tables that a run makes twins of. */
export type TableTask = {
  options: SynthesisOptions
  source: TableSource
  outputPath: string
  progress: Progress
}

/** A table with what is to become of its columns. */
export type PlannedTable = TableTask & {
  connection: DuckDBConnection
  schema: TableSchema
  rowCount: number
  /** Rows that count, where an entity's are capped. */
  countedRows: number
}

/** A table whose rows are coded, with the usual step between those of a series. */
export type CodedTable = PlannedTable & {
  related: RelatedTable
  series: PlannedSeries | null
  usualStep: number
}
