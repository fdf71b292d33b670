import { open } from 'node:fs/promises'
import path from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { viewSource } from '../../../read/load-table.ts'
import { RFC_4180, readRecords } from '../../../schema/infer/csv-records.ts'
import { plainDialect } from '../../../schema/infer/dialect.ts'

/** Shows a file as `synthesize` writes it as a view (see `viewSource`); returns the names of its columns. */
export async function viewTwin(
  connection: DuckDBConnection,
  view: string,
  file: string,
): Promise<string[]> {
  const columnNames = await readHeader(file)
  const content = { type: 'csv' as const, dialect: plainDialect(columnNames, true) }
  await viewSource(connection, view, { path: path.resolve(file), content }, [...columnNames.keys()])
  return columnNames
}

/** A header longer than this has more columns than are ever modeled. */
const MAX_HEADER_BYTES = 1024 * 1024

async function readHeader(file: string): Promise<string[]> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_HEADER_BYTES))
    const text = buffer.toString('utf8', 0, bytesRead)
    return readRecords(text, RFC_4180, 1)[0]?.cells ?? []
  } finally {
    await handle.close()
  }
}
