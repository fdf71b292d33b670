import type { DuckDBConnection } from '@duckdb/node-api'
import type { TrainingRows } from '../../model/training-rows.ts'
import { type ColumnSchema, isModeled, isOrdered } from '../../schema/column-schema.ts'
import { BUCKETS } from './coded-tables.ts'
import { queryRows, readColumns } from './database.ts'
import { countRows } from './measure.ts'

/**
 * Limits the training rows of protected mode: more would take time and memory, and add little to
 * leaves of 100 rows.
 */
const MAX_TRAINING_ROWS = 200_000

/** Reads the training rows of `coded`, of a larger table about `limit` random ones, column by column. */
export async function readTrainingRows(
  connection: DuckDBConnection,
  schemas: ColumnSchema[],
  limit = MAX_TRAINING_ROWS,
): Promise<TrainingRows> {
  const total = await countRows(connection, 'not held')
  // Buckets are random; evaluation reads the lowest ones, so it judges rows that were learned from.
  const buckets = total > limit ? Math.floor((limit / total) * BUCKETS) : BUCKETS
  const read = `not held and bucket < ${buckets}`
  const rowCount = await countRows(connection, read)
  return {
    total,
    rowCount,
    async readColumn(column) {
      const target = new Float64Array(rowCount)
      const sql = `select x${column} from coded where ${read}`
      await readColumns(connection, sql, [{ target, missing: Number.NaN }])
      return target
    },
    async readLabels(column) {
      const { kind } = schemas[column]!
      if (isOrdered(kind) || !isModeled(kind)) return new Map()
      const rows = await queryRows(
        connection,
        `select distinct code, value from dictionary${column}`,
      )
      return new Map(rows.map(([code, label]) => [Number(code), String(label)]))
    },
  }
}
