import type { DuckDBConnection } from '@duckdb/node-api'
import { queryRows, sqlString } from '../engines/duckdb/database.ts'
import { NULL_TOKENS } from '../schema/infer/null-tokens.ts'
import { inFile, SynthesisError } from '../schema/synthesis-error.ts'
import { rejectSource } from './reject-source.ts'
import { sourceSql } from './source-sql.ts'
import type { TableSource } from './table-source.ts'

/** The tree is chosen among all pairs of columns: 200 make 19,900 counts. */
const MAX_COLUMNS = 200
/** Below this the held-out part has fewer than 20 rows and noise exceeds any signal. */
const MIN_ROWS = 100

export type LoadedTable = { columnNames: string[]; nullTokens: string[]; rowCount: number }

/**
 * Shows a table as the view `raw` (see `viewSource`).
 * Throws SynthesisError for anything that is not a whole table of a size that can be modeled.
 */
export async function loadTable(
  connection: DuckDBConnection,
  source: TableSource,
): Promise<LoadedTable> {
  try {
    return await load(connection, source)
  } catch (error) {
    throw inFile(error, source.file, !source.isOnly)
  }
}

async function load(connection: DuckDBConnection, source: TableSource): Promise<LoadedTable> {
  refuseColumnCount(source.columnNames.length - source.unnamed.length)
  const all = [...source.columnNames.keys()]
  await viewSource(connection, 'raw', source, all)
  const [rowCount, ...filled] = await countCells(connection, source)
  refuseRowCount(rowCount!)
  const kept = all.filter((j) => !source.unnamed.includes(j) || filled[j]! > 0)
  refuseColumnCount(kept.length)
  if (kept.length < all.length) await viewSource(connection, 'raw', source, kept)
  return {
    columnNames: kept.map((j) => source.columnNames[j]!),
    nullTokens: await commonNullTokens(connection, kept.length),
    rowCount: rowCount!,
  }
}

/**
 * Makes `view` show columns of a file: t0, t1, ... as it is written and c0, c1, ... trimmed, missing values as null, which
 * costs more; of a sample also which rows are held out. Nothing is read yet; parsing a file again is faster than a
 * copy of its text.
 */
export async function viewSource(
  connection: DuckDBConnection,
  view: string,
  source: Pick<TableSource, 'path' | 'content'> & Partial<TableSource>,
  kept: number[],
): Promise<void> {
  const cells = kept.map((_, i) => `c${i} as t${i}, ${cleanSql(`c${i}`)} as c${i}`)
  const split = source.sample ? [source.columnNames!.length] : []
  const held = split.map((_, i) => `c${kept.length + i} = '1' as held`)
  await connection.run(
    `create or replace view ${view} as select ${[...cells, ...held]} from (${sourceSql(source, [...kept, ...split])})`,
  )
}

/** Returns SQL of a cell's text without surrounding spaces; null for a missing value. */
export function cleanSql(cell: string): string {
  const text = `trim(${cell})`
  // DuckDB would make a hash table per column of a long `in`.
  return `case when list_contains([${NULL_TOKENS.map(sqlString)}], lower(${text})) then null else ${text} end`
}

/** Rows, and filled cells by column. Parses the whole file, so that what is broken anywhere in it is found here. */
async function countCells(connection: DuckDBConnection, source: TableSource): Promise<number[]> {
  const counts = source.columnNames.map((_, j) => `count(t${j})`)
  try {
    const [row] = await queryRows(connection, `select count(*), ${counts} from raw`)
    return row!.map(Number)
  } catch (error) {
    throw await rejectSource(error, source)
  }
}

function refuseColumnCount(columnCount: number): void {
  if (columnCount === 0) {
    throw new SynthesisError('no_rows', 'The table has no column with a name or a value.')
  }
  if (columnCount > MAX_COLUMNS) {
    throw new SynthesisError(
      'too_many_columns',
      `The table has ${columnCount.toLocaleString('en')} columns; at most ${MAX_COLUMNS} can be modeled.`,
    )
  }
}

function refuseRowCount(rowCount: number): void {
  if (rowCount === 0) {
    throw new SynthesisError('no_rows', 'The table has a header but no rows below it.')
  }
  if (rowCount < MIN_ROWS) {
    throw new SynthesisError(
      'too_few_rows',
      `The table has ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}; a twin that keeps each of them private needs at least ${MIN_ROWS}.`,
    )
  }
}

/** Enough rows to see how a column's missing values are mostly written. */
const NULL_TOKEN_SAMPLE_ROWS = 20_000

/** Every distinct text is looked at once: cleaning costs more than counting. */
async function commonNullTokens(
  connection: DuckDBConnection,
  columnCount: number,
): Promise<string[]> {
  const places = Array.from({ length: columnCount }, (_, j) => j)
  const texts = places.map((j) => `coalesce(trim(t${j}), '')`)
  const rows = await queryRows(
    connection,
    `select j, first(text order by n desc, text) from (
      select j, text, count(*) as n from (
        select unnest([${places}]) as j, unnest([${texts}]) as text
        from (select * from raw limit ${NULL_TOKEN_SAMPLE_ROWS}))
      group by j, text)
     where ${cleanSql('text')} is null group by j`,
  )
  const tokens = new Map(rows.map(([j, token]) => [Number(j), String(token)]))
  return places.map((j) => tokens.get(j) ?? '')
}
