import type { DuckDBConnection } from '@duckdb/node-api'
import { orderedValueSql } from '../engines/duckdb/coded-tables.ts'
import { queryRows } from '../engines/duckdb/database.ts'
import { type ColumnSchema, isOrdered } from '../schema/column-schema.ts'
import { proposeRules } from '../schema/infer/propose-rules.ts'
import type { ProposedRule } from '../schema/infer/proposed-rule.ts'

const SAMPLE_ROWS = 10_000

/** Returns rules that random rows of `raw` keep, with the number of rows checked. */
export async function findRules(
  connection: DuckDBConnection,
  columns: ColumnSchema[],
): Promise<{ rows: number; proposed: ProposedRule[] }> {
  const cells = columns.map((schema, j) =>
    isOrdered(schema.kind) ? orderedValueSql(schema, `c${j}`) : `c${j}`,
  )
  const rows = await queryRows(
    connection,
    `select ${cells.join(', ')} from (
      select * from raw using sample reservoir(${SAMPLE_ROWS} rows) repeatable (1))`,
  )
  const sampled = columns.map((schema, j) => {
    const codes = new Map<unknown, number>()
    const codeOf = (text: unknown) => {
      if (!codes.has(text)) codes.set(text, codes.size)
      return codes.get(text)!
    }
    const values = Float64Array.from(rows, (row) => {
      const cell = row[j]
      if (cell === null) return Number.NaN
      return isOrdered(schema.kind) ? Number(cell) : codeOf(cell)
    })
    return { schema, values }
  })
  return { rows: rows.length, proposed: proposeRules(sampled) }
}
