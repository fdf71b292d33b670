import type { DuckDBConnection } from '@duckdb/node-api'
import { type LoadedTable, loadTable } from '../../read/load-table.ts'
import type { TableSource } from '../../read/open-sources.ts'
import type { DeclaredSchema } from '../../schema/declared-schema.ts'
import type { ColumnProfile } from '../../schema/infer/infer-column.ts'
import { droppedColumns, resolveTable } from '../../schema/resolve-table.ts'
import type { TableSchema } from '../../schema/table-schema.ts'
import { dropColumns } from './drop-columns.ts'
import { profileColumns } from './profile-columns.ts'

export type ReadTable = { table: LoadedTable; profiles: ColumnProfile[]; schema: TableSchema }

/** Loads a table as `raw`, without the columns its owner drops, and settles what its columns are. */
export async function readTable(
  connection: DuckDBConnection,
  { source, schema: declared }: { source: TableSource; schema?: DeclaredSchema },
): Promise<ReadTable> {
  const loaded = await loadTable(connection, source)
  const declaredTable = declared?.tables[source.name]
  const dropped = droppedColumns(source.name, loaded.columnNames, declaredTable)
  const table = await dropColumns(connection, loaded, dropped, source.sample !== undefined)
  const profiles = await profileColumns(connection, table)
  return { table, profiles, schema: resolveTable(source.name, profiles, declaredTable) }
}
