import type { DuckDBConnection } from '@duckdb/node-api'
import { type LoadedTable, loadTable } from '../../read/load-table.ts'
import type { TableSource } from '../../read/open-sources.ts'
import type { DeclaredSchema } from '../../schema/declared-schema.ts'
import type { ColumnProfile } from '../../schema/infer/infer-column.ts'
import { droppedColumns, resolveTable } from '../../schema/resolve-table.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import type { TableSchema } from '../../schema/table-schema.ts'
import { profileColumns } from './profile-columns.ts'

export type ReadTable = { table: LoadedTable; profiles: ColumnProfile[]; schema: TableSchema }

type Declared = { source: TableSource; schema?: DeclaredSchema }

/** Loads a table as `raw`, without the columns its owner drops. */
export async function loadDeclared(
  connection: DuckDBConnection,
  { source, schema: declared }: Declared,
): Promise<LoadedTable> {
  const loaded = await loadTable(connection, source)
  const own = declared?.tables[source.name]
  const isSample = source.sample !== undefined
  const dropped = droppedColumns(source.name, loaded.columnNames, own)
  const table = await dropColumns(connection, loaded, dropped, isSample)
  await emptySentinels(connection, table, own, isSample)
  return table
}

/** Makes cells missing whose number is declared to stand for a missing value. */
async function emptySentinels(
  connection: DuckDBConnection,
  { columnNames }: LoadedTable,
  declared: DeclaredSchema['tables'][string] | undefined,
  isSample: boolean,
): Promise<void> {
  const emptied = columnNames.flatMap((name, j) => {
    const sentinel = declared?.columns[name]?.sentinel
    const where = `try_cast(c${j} as double) = ${sentinel}`
    return sentinel === undefined
      ? []
      : [
          `case when ${where} then '' else t${j} end as t${j}, case when ${where} then null else c${j} end as c${j}`,
        ]
  })
  if (emptied.length === 0) return
  if (isSample)
    throw new SynthesisError(
      'invalid_schema',
      'Schema: a sentinel needs the file; a warehouse is asked to hold missing values as such.',
    )
  await connection.run('alter view raw rename to with_sentinels')
  await connection.run(`create view raw as select * replace (${emptied}) from with_sentinels`)
}

/**
 * Loads a table as `raw` and settles what its columns are by exact figures, which are no one's but
 * the owner's: private mode votes instead (see run/vote-tables.ts).
 */
export async function readTable(
  connection: DuckDBConnection,
  declared: Declared,
): Promise<ReadTable> {
  const table = await loadDeclared(connection, declared)
  const profiles = await profileColumns(connection, table)
  const { source, schema } = declared
  return {
    table,
    profiles,
    schema: resolveTable(source.name, profiles, schema?.tables[source.name]),
  }
}

/**
 * Removes the columns at `dropped` from the view `raw`, as if the file did not have them: the
 * remaining ones are renumbered from 0. A sample retains its column `held`.
 */
async function dropColumns(
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
