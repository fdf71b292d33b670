import type { DuckDBConnection } from '@duckdb/node-api'
import { openDatabase, queryRows, sqlString } from '../../engines/duckdb/database.ts'
import { nameColumns } from '../../schema/infer/header.ts'
import { proposeMaxRows, USUAL_SHARE } from '../../schema/infer/typical-rows-per-entity.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { PARENT_KEY, ROW_KEY, refuseTableCount } from '../json/list-tables.ts'
import type { OpenedTable, OpenOptions } from '../table-source.ts'
import { type Leaf, type ListLeaf, leavesOf } from './parquet-leaves.ts'

/**
 * Opens a Parquet file: fields of structs become columns `a.b`, lists of values are joined by semicolons, lists of records are
 * tables of their own, times are cut to seconds. Throws SynthesisError.
 */
export async function openParquet(inputPath: string, options: OpenOptions): Promise<OpenedTable[]> {
  const { workDir, signal } = options
  const readablePaths = [inputPath]
  const limits = { threads: 1, memoryLimitMb: 256 }
  const { connection, close } = await openDatabase({ workDir, readablePaths, signal, ...limits })
  try {
    return await openRows(connection, inputPath)
  } finally {
    close()
  }
}

/**
 * Describes the rows of the file, or of a list within others. `key` and `parentKey` are SQL
 * expressions of texts that identify them.
 */
type Rows = {
  title: string
  from: string
  key: string
  parentKey: string | null
  leaves: (Leaf | ListLeaf)[]
  parent: { place: number; maxRows: number } | null
}

async function openRows(connection: DuckDBConnection, path: string): Promise<OpenedTable[]> {
  const file = `read_parquet(${sqlString(path)}, hive_partitioning = false`
  const leaves = await readLeaves(connection, `${file})`)
  const hasLists = leaves.some((leaf) => 'items' in leaf)
  const found: Rows[] = [
    {
      title: '',
      from: `${file}${hasLists ? ', file_row_number = true' : ''})`,
      key: '(file_row_number + 1)::varchar',
      parentKey: null,
      leaves,
      parent: null,
    },
  ]
  const tables: OpenedTable[] = []
  for (const [place, rows] of found.entries()) {
    const within: Rows[] = []
    const columns: Leaf[] = []
    for (const leaf of rows.leaves) {
      const list = 'items' in leaf ? await openList(connection, { ...rows, place }, leaf) : null
      if (list) within.push(list)
      else
        columns.push({
          name: leaf.name,
          expression: 'items' in leaf ? 'null::varchar' : leaf.expression,
        })
    }
    found.push(...within)
    refuseTableCount(found.length, { field: within.at(-1)?.title ?? '' })
    tables.push(asTable(path, rows, columns, within.length > 0, place))
  }
  return tables
}

/** The rows of a list of records; null where every list is empty, which makes a column without values. */
async function openList(
  connection: DuckDBConnection,
  { title, from, key, place }: Rows & { place: number },
  { name, expression, items }: ListLeaf,
): Promise<Rows | null> {
  const list = `list_filter(${expression}, lambda item: item is not null)`
  const [row] = await queryRows(
    connection,
    `select quantile_disc(size, ${USUAL_SHARE}) from (select len(${list}) as size from ${from}) where size > 0`,
  ).catch(() => {
    throw damaged()
  })
  if (row![0] === null) return null
  const numbered = `select ${key} as parent_key, ${list} as list from ${from}`
  return {
    title: title === '' ? name : `${title}.${name}`,
    from: `(select parent_key, unnest(list) as item, unnest(range(1, len(list) + 1)) as number from (${numbered}))`,
    key: `(parent_key || '-' || number)`,
    parentKey: 'parent_key',
    leaves: items,
    parent: { place, maxRows: proposeMaxRows(Number(row![0])) },
  }
}

function asTable(
  path: string,
  { title, from, key, parentKey, parent }: Rows,
  columns: Leaf[],
  hasLists: boolean,
  place: number,
): OpenedTable {
  const leaves = [
    ...(hasLists ? [{ name: ROW_KEY, expression: key }] : []),
    ...(parentKey ? [{ name: PARENT_KEY, expression: parentKey }] : []),
    ...columns,
  ]
  const names = leaves.map(({ name }) => name)
  const expressions = leaves.map(({ expression }) => expression)
  return {
    within: title === '' ? [] : [title],
    path,
    columnNames: nameColumns(names, names.length).columnNames,
    unnamed: [],
    content: { type: 'parquet', from, expressions },
    ...(parent && { parent: { tablesBefore: place - parent.place, maxRows: parent.maxRows } }),
  }
}

async function readLeaves(
  connection: DuckDBConnection,
  from: string,
): Promise<(Leaf | ListLeaf)[]> {
  const result = await connection.run(`select * from ${from} limit 0`).catch(() => {
    throw damaged()
  })
  const types = result.columnTypes()
  return result.columnNames().flatMap((name, j) => leavesOf(name, sqlIdentifier(name), types[j]!))
}

function damaged(): SynthesisError {
  return new SynthesisError('not_a_table', 'The Parquet file is damaged or encrypted.')
}

function sqlIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
