import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/** Describes a connection for each table, under separate names, and the first of them. */
export type Database = {
  connection: DuckDBConnection
  connections: DuckDBConnection[]
  close: () => void
}

export type DatabaseOptions = {
  workDir: string
  /** The only files outside `workDir` that may be read. */
  readablePaths: string[]
  threads: number
  memoryLimitMb: number
  signal?: AbortSignal | undefined
  /** Number of concurrently processed tables; default 1. */
  tables?: number
}

/** Returns the schema name of the table at a position, for the connections of the others. */
export function schemaOf(place: number): string {
  return `table${place}`
}

/**
 * Opens a database in a new directory of `workDir`, which is removed on closing. Only the named
 * files can be read; nothing can be written, attached or loaded, and the settings are locked. It is
 * on disk, because compressed columns are scanned ten times faster than data spilled from memory.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const dir = mkdtempSync(path.join(options.workDir, 'database-'))
  const instance = await DuckDBInstance.create(path.join(dir, 'work.duckdb'), {
    threads: String(options.threads),
    memory_limit: `${options.memoryLimitMb}MB`,
    temp_directory: path.join(dir, 'spill'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // A file's rows are underestimated: without this they, not the few they are joined with, go to memory.
    disabled_optimizers: 'build_side_probe_side',
  })
  const connections = await Promise.all(
    Array.from({ length: options.tables ?? 1 }, () => instance.connect()),
  )
  const connection = connections[0]!
  // It is removed on closing, so nothing needs to be written then.
  await connection.run('pragma disable_checkpoint_on_shutdown')
  for (const [place, own] of connections.entries()) {
    await own.run(`create schema ${schemaOf(place)}`)
    await own.run(`set schema = '${schemaOf(place)}'`)
  }
  await connection.run(`set allowed_paths = [${options.readablePaths.map(sqlString).join(', ')}]`)
  await connection.run('set enable_external_access = false')
  await connection.run('set lock_configuration = true')
  const interrupt = () => {
    for (const own of connections) own.interrupt()
  }
  options.signal?.addEventListener('abort', interrupt)
  return {
    connection,
    connections,
    close() {
      options.signal?.removeEventListener('abort', interrupt)
      for (const own of connections) own.closeSync()
      instance.closeSync()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

type Plain = string | number | bigint | boolean | null

/** Returns the rows of a small result as plain values. */
export async function queryRows(connection: DuckDBConnection, sql: string): Promise<Plain[][]> {
  const reader = await connection.runAndReadAll(sql)
  return reader.getRowsJS() as Plain[][]
}

/**
 * Streams a result of numeric columns into typed arrays of `rowCount`; a null becomes `missing`.
 */
export async function readColumns(
  connection: DuckDBConnection,
  sql: string,
  columns: { target: Float64Array | Int32Array; missing: number }[],
): Promise<number> {
  const result = await connection.stream(sql)
  let filled = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    const rowCount = chunk?.rowCount ?? 0
    if (!chunk || rowCount === 0) return filled
    columns.forEach(({ target, missing }, j) => {
      const vector = chunk.getColumnVector(j)
      for (let row = 0; row < rowCount; row++) {
        const value = vector.getItem(row)
        target[filled + row] = value === null ? missing : (value as number)
      }
    })
    filled += rowCount
  }
}
