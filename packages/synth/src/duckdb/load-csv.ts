import type { DuckDBConnection } from '@duckdb/node-api'
import { type Dialect, detectDialect, readRecords } from '../schema/dialect.ts'
import { SynthesisError } from '../schema/synthesis-error.ts'
import type { TextFile } from './check-bytes.ts'
import { queryRows, sqlString } from './database.ts'

/** The tree is chosen among all pairs of columns: 200 make 19,900 counts. */
const MAX_COLUMNS = 200
const MIN_COLUMNS = 2
/** Below this the held-out part has fewer than 20 rows and noise exceeds any signal. */
const MIN_ROWS = 100
const MAX_LINE_BYTES = 1_000_000

/** Texts that stand for a missing value, in lower case. */
const NULL_TOKENS = ['', '?', 'na', 'n/a', '#n/a', 'null', 'nan', '\\n']

export type LoadedTable = { columnNames: string[]; nullTokens: string[]; rowCount: number }

/**
 * Loads a file as text columns c0, c1, ... of the view `raw`, trimmed, missing values as null.
 * Throws SynthesisError for anything that is not a whole table of a size that can be modeled.
 */
export async function loadTable(
  connection: DuckDBConnection,
  file: TextFile,
): Promise<LoadedTable> {
  const dialect = detectDialect(file.head, file.isWhole)
  const columnCount = dialect.columnNames.length
  refuseColumnCount(columnCount)
  refuseTruncated(file.tail, dialect)
  await createFromCsv(connection, 'loaded', file.path, dialect)
  const rowCount = Number((await queryRows(connection, 'select count(*) from loaded'))[0]![0])
  refuseRowCount(rowCount)
  const columns = dialect.columnNames.map((_, j) => `c${j}`)
  const nullTokens = await commonNullTokens(connection, columns)
  await connection.run(
    `create view raw as select rowid as row_number, ${columns.map((c) => `case when ${isNull(c)} then null else ${c} end as ${c}`).join(', ')} from loaded`,
  )
  return { columnNames: dialect.columnNames, nullTokens, rowCount }
}

/** Creates `table` with trimmed text columns c0, c1, ... from a CSV file. */
export async function createFromCsv(
  connection: DuckDBConnection,
  table: string,
  filePath: string,
  dialect: Dialect,
): Promise<void> {
  const columns = dialect.columnNames.map((_, j) => `c${j}`)
  const read = `
    create or replace table ${table} as
    select ${columns.map((c) => `trim(${c}) as ${c}`).join(', ')}
    from read_csv(${sqlString(filePath)}, auto_detect = false, delim = ${sqlString(dialect.delimiter)},
      quote = '"', escape = '"', header = false, skip = ${dialect.skipLines},
      columns = {${columns.map((c) => `'${c}': 'VARCHAR'`).join(', ')}},
      nullstr = '', null_padding = false, strict_mode = true, max_line_size = ${MAX_LINE_BYTES})`
  await connection.run(read).catch((error) => {
    throw refuseCsvError(error)
  })
}

function refuseColumnCount(columnCount: number): void {
  if (columnCount < MIN_COLUMNS) {
    throw new SynthesisError('too_few_columns', 'A twin needs at least two columns.')
  }
  if (columnCount > MAX_COLUMNS) {
    throw new SynthesisError(
      'too_many_columns',
      `The table has ${columnCount} columns; at most ${MAX_COLUMNS} can be modeled.`,
    )
  }
}

function refuseRowCount(rowCount: number): void {
  if (rowCount === 0) {
    throw new SynthesisError('no_rows', 'The file has a header line but no rows below it.')
  }
  if (rowCount < MIN_ROWS) {
    throw new SynthesisError(
      'too_few_rows',
      `The table has ${rowCount} rows; a private twin needs at least ${MIN_ROWS}.`,
    )
  }
}

function refuseTruncated(tail: string, dialect: Dialect): void {
  const last = readRecords(tail, dialect.delimiter, Number.POSITIVE_INFINITY).at(-1)
  if (last && last.length < dialect.columnNames.length) {
    throw new SynthesisError(
      'truncated',
      `The file seems cut off: its last row has ${last.length} of ${dialect.columnNames.length} columns. Please upload it again.`,
    )
  }
}

/** DuckDB's parser errors in the uploader's words; anything else is ours and passes through. */
function refuseCsvError(error: unknown): unknown {
  const message = String(error)
  if (message.includes('unterminated quote')) {
    return new SynthesisError(
      'truncated',
      `A quoted value is never closed${lineOf(message)}: the file may be cut off. Please check it and upload it again.`,
    )
  }
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message)
  if (counts) {
    return new SynthesisError(
      'uneven_rows',
      `A row has ${counts[2]} instead of ${counts[1]} columns${lineOf(message)}. Please correct it and upload the file again.`,
    )
  }
  if (message.includes('CSV')) {
    return new SynthesisError(
      'not_a_table',
      `The file cannot be read as a CSV file${lineOf(message)}: quotes or line ends are broken.`,
    )
  }
  return error
}

function lineOf(message: string): string {
  const line = /CSV Error on Line: (\d+)/.exec(message)
  return line ? ` (line ${line[1]})` : ''
}

function isNull(column: string): string {
  return `${column} is null or lower(${column}) in (${NULL_TOKENS.map(sqlString).join(', ')})`
}

async function commonNullTokens(
  connection: DuckDBConnection,
  columns: string[],
): Promise<string[]> {
  const modes = columns.map((c) => `mode(coalesce(${c}, '')) filter (${isNull(c)})`)
  const [row] = await queryRows(connection, `select ${modes.join(', ')} from loaded`)
  return row!.map((token) => String(token ?? ''))
}
