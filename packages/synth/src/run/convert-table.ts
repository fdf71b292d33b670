import path from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { columnTypes, type TypedColumn } from '../engines/duckdb/column-types.ts'
import { openDatabase, queryRows, sqlString } from '../engines/duckdb/database.ts'
import { viewTwin } from '../engines/duckdb/write/view-twin.ts'
import { writeXlsx } from '../engines/duckdb/write/write-xlsx.ts'
import { SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'

export const tableFormats = ['json', 'parquet', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

/** Limits the rows of an Excel sheet, including its header. */
const MAX_SHEET_ROWS = 1_048_576

export type ConvertOptions = {
  /** A CSV file as `synthesize` writes it. */
  inputPath: string
  /** Each is written whole; a file that is there is replaced. */
  outputs: { format: TableFormat; path: string }[]
  /** An existing directory; a subdirectory of it holds the work and is removed at the end. */
  tempDir: string
  /** DuckDB threads, default 2. */
  threads?: number
  signal?: AbortSignal
}

/**
 * Writes a finished table in other formats. A column is a number, a date or a boolean there if each of its texts is the
 * usual writing of one, and text otherwise: `007` keeps its zeros. Missing values are null. Throws SynthesisError
 * `too_large` for more rows than a sheet holds, before anything is written.
 */
export async function convertTable(options: ConvertOptions): Promise<void> {
  const { inputPath, outputs, tempDir, threads = 2, signal } = options
  const database = await openDatabase({
    workDir: tempDir,
    readablePaths: [inputPath, ...outputs.map((output) => output.path)].map((file) =>
      path.resolve(file),
    ),
    threads,
    memoryLimitMb: 512,
    signal,
  })
  try {
    const { connection } = database
    const columnNames = await viewTwin(connection, 'twin', inputPath)
    if (outputs.some(({ format }) => format === 'xlsx')) await refuseTooLong(connection)
    const columns = await columnTypes(connection, 'twin', columnNames)
    for (const output of outputs) {
      throwIfAborted(signal)
      await write(connection, columns, { ...output, path: path.resolve(output.path) }, signal)
    }
  } catch (error) {
    throwIfAborted(signal)
    throw error
  } finally {
    database.close()
  }
}

async function write(
  connection: DuckDBConnection,
  columns: TypedColumn[],
  output: { format: TableFormat; path: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  if (output.format === 'xlsx')
    return await writeXlsx(connection, 'twin', columns, output.path, signal)
  const cells = columns.map(({ sql, name }) => `${sql} as ${quoted(name)}`)
  const how = { json: 'format json, array true', parquet: 'format parquet, compression zstd' }
  await connection.run(
    `copy (select ${cells} from twin) to ${sqlString(output.path)} (${how[output.format]}, use_tmp_file false)`,
  )
}

async function refuseTooLong(connection: DuckDBConnection): Promise<void> {
  const [row] = await queryRows(connection, 'select count(*) from twin')
  if (Number(row![0]) < MAX_SHEET_ROWS) return
  throw new SynthesisError(
    'too_large',
    'A sheet of Excel holds 1,048,575 records below its header.',
  )
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
