import type { DuckDBConnection } from '@duckdb/node-api'
import { openDatabase, queryRows, schemaOf } from '../engines/duckdb/database.ts'
import { viewSource } from '../read/load-table.ts'
import type { TableSource } from '../read/open-sources.ts'
import type { ColumnKind } from '../schema/column-schema.ts'
import { proposeMaxRows, USUAL_SHARE } from '../schema/infer/typical-rows-per-entity.ts'
import type { ParentFact } from '../schema/plan-families.ts'

/** Columns go by their position among those of `source`. */
type RelatableTable = {
  source: TableSource
  columns: { place: number; name: string; kind: ColumnKind; isUnique: boolean }[]
}

/** Maps a table's name to the relation with its parent table. */
export type FoundRelations = Map<string, ParentFact>

/** A key may look like any of these. */
const KEY_KINDS: ColumnKind[] = ['key', 'integer', 'category', 'pii', 'text']

/**
 * Finds the parent of each table. Lists within records are children of those; for other tables,
 * looks for columns whose values are all in another table's unique column and whose names refer to
 * it.
 */
export async function findRelations(
  tables: RelatableTable[],
  workDir: string,
): Promise<FoundRelations> {
  const found: FoundRelations = new Map()
  for (const { source } of tables) if (source.parent) found.set(source.name, source.parent)
  const candidates = candidatesOf(tables)
  if (candidates.length === 0) return found
  const { connection, connections, close } = await openDatabase({
    workDir,
    readablePaths: tables.map(({ source }) => source.path),
    threads: 2,
    memoryLimitMb: 1024,
    tables: tables.length,
  })
  try {
    for (const [i, { source }] of tables.entries())
      await viewSource(connections[i]!, 'raw', source, [...source.columnNames.keys()])
    for (const candidate of candidates) {
      const child = tables[candidate.child]!.source.name
      const table = tables[candidate.parent]!.source.name
      if (found.has(child) || isChildOf(found, table, child)) continue
      if (hasOtherKey(found, table, candidate.keyName)) continue
      const usualRows = await rowsPerParent(connection, candidate)
      if (usualRows === null) continue
      found.set(child, {
        table,
        column: candidate.columnName,
        key: candidate.keyName,
        maxRows: proposeMaxRows(usualRows),
      })
    }
  } finally {
    close()
  }
  return found
}

type Candidate = {
  child: number
  parent: number
  column: number
  key: number
  columnName: string
  keyName: string
}

function candidatesOf(tables: RelatableTable[]): Candidate[] {
  const keys = tables.flatMap((table, parent) =>
    table.columns.flatMap((column) =>
      column.isUnique && KEY_KINDS.includes(column.kind) ? [{ parent, ...column }] : [],
    ),
  )
  return tables.flatMap(({ columns }, child) =>
    columns.flatMap(({ place, name }) =>
      keys.flatMap((key) =>
        key.parent !== child && namesKeyOf(name, tables[key.parent]!.source.name, key.name)
          ? [
              {
                child,
                parent: key.parent,
                column: place,
                key: key.place,
                columnName: name,
                keyName: key.name,
              },
            ]
          : [],
      ),
    ),
  )
}

function isChildOf(found: FoundRelations, table: string, other: string): boolean {
  for (let at: string | undefined = table; at !== undefined; at = found.get(at)?.table)
    if (at === other) return true
  return false
}

/** Rows of a table go by one key. */
function hasOtherKey(found: FoundRelations, table: string, key: string): boolean {
  return [...found.values()].some((parent) => parent.table === table && parent.key !== key)
}

/**
 * Returns the largest number of rows of a usual parent with rows; null if `key` is not unique in
 * the parent or `column` has other values than its keys.
 */
async function rowsPerParent(
  connection: DuckDBConnection,
  { child, parent, column, key }: Candidate,
): Promise<number | null> {
  const [keys] = await queryRows(
    connection,
    `select count(*), count(distinct c${key}) from ${schemaOf(parent)}.raw`,
  )
  if (keys![0] !== keys![1]) return null
  const [row] = await queryRows(
    connection,
    `select quantile_disc(rows, ${USUAL_SHARE}), bool_and(found) from (
       select c${column} as value, count(*) as rows,
         c${column} in (select c${key} from ${schemaOf(parent)}.raw) as found
       from ${schemaOf(child)}.raw where c${column} is not null group by 1)`,
  )
  return row![1] === true ? Number(row![0]) : null
}

/** Names of keys that say nothing of the table they are of. */
const BARE_KEYS = new Set(
  ['id', 'row id', 'key', 'no', 'nr', 'nbr', 'number', 'code', 'uuid', 'guid'].map(plainName),
)

/**
 * Returns true if a column's name refers to a key of a table: "customer_id", "CustomerID" and
 * "customer" may hold the "id" of "customers", and "isbn" that of a table which has a column of
 * that name.
 */
export function namesKeyOf(column: string, table: string, key: string): boolean {
  const [name, own, keyName] = [column, table, key].map(plainName) as [string, string, string]
  if (name === keyName) return !BARE_KEYS.has(keyName)
  return [own, singular(own)].some((of) => name === of || name.endsWith(of + keyName))
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(noun)) return noun.slice(0, -2)
  return noun.replace(/s$/, '')
}
