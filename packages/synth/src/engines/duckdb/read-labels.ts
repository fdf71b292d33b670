import type { DuckDBConnection } from '@duckdb/node-api'
import { plottedCodes } from '../../evaluate/fidelity/exact-plot.ts'
import type { SampleColumn } from '../../evaluate/table-sample.ts'
import { queryRows } from './database.ts'

/** Reads the texts of the categories that a plot of column `j` shows. */
export async function readLabels(
  connection: DuckDBConnection,
  j: number,
  original: SampleColumn,
): Promise<Map<number, string>> {
  if (original.type === 'continuous') return new Map()
  const codes = plottedCodes(original.values)
  if (codes.length === 0) return new Map()
  const rows = await queryRows(
    connection,
    `select code, any_value(value) from dictionary${j} where code in (${codes.join(', ')}) group by code`,
  )
  return new Map(rows.map(([code, label]) => [Number(code), String(label)]))
}
