import type { DuckDBConnection } from '@duckdb/node-api'
import type { LoadedTable } from '../../read/load-table.ts'

/**
 * Removes the columns at `dropped` from the view `raw`, as if the file did not have them: the
 * remaining ones are renumbered from 0. A sample retains its column `held`.
 */
export async function dropColumns(
  connection: DuckDBConnection,
  table: LoadedTable,
  dropped: number[],
  isSample: boolean,
): Promise<LoadedTable> {
  if (dropped.length === 0) return table
  const kept = [...table.columnNames.keys()].filter((j) => !dropped.includes(j))
  await connection.run('alter view raw rename to undropped')
  const cells = kept.map((from, to) => `t${from} as t${to}, c${from} as c${to}`)
  const held = isSample ? ['held'] : []
  await connection.run(`create view raw as select ${[...cells, ...held]} from undropped`)
  return {
    ...table,
    columnNames: kept.map((j) => table.columnNames[j]!),
    nullTokens: kept.map((j) => table.nullTokens[j]!),
  }
}
