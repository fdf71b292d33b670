import { createReadStream } from 'node:fs'
import path from 'node:path'
import { plainDialect } from '../../schema/dialect.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { JsonTable } from './json-table.ts'
import { csvTable } from './open-csv.ts'
import { readRange } from './read-range.ts'
import { type JsonRecord, type JsonShape, splitJson } from './split-json.ts'
import type { OpenedTable, OpenOptions } from './table-source.ts'
import { asUtf8 } from './text-encoding.ts'

const CHUNK_BYTES = 1 << 18

/**
 * Opens records of JSON, rewritten as CSV: a list, one after the other, or the lists of an object,
 * each a table. Throws SynthesisError.
 */
export async function openJson(inputPath: string, options: OpenOptions): Promise<OpenedTable[]> {
  const { workDir, signal } = options
  const start = await readRange(inputPath, 0, CHUNK_BYTES)
  const textPath = await asUtf8(inputPath, start, path.join(workDir, 'utf8.json'), signal)
  const shape = await findShape(textPath, signal)
  const tables = new Map<string, JsonTable>()
  try {
    for await (const batch of records(textPath, shape, signal)) {
      for (const record of batch) {
        const known = tables.get(record.list)
        const table = known ?? new JsonTable(path.join(workDir, `list-${tables.size}.csv`))
        if (!known) tables.set(record.list, table)
        table.add(record)
      }
      for (const { writer } of tables.values()) await writer.drain()
    }
  } finally {
    for (const { writer } of tables.values()) await writer.close()
  }
  if (tables.size === 0) throw new SynthesisError('no_rows', 'The JSON has no list of records.')
  return [...tables].map(([list, table]) => {
    if (table.columnNames.length === 0)
      throw new SynthesisError('no_rows', 'The records are empty.')
    const dialect = plainDialect(table.columnNames, false, table.writer.isPadded)
    return csvTable(table.path, dialect, tables.size > 1 ? [list] : [])
  })
}

/** By the first records: an object alone holds the lists of records, unless it has none. */
async function findShape(textPath: string, signal: AbortSignal | undefined): Promise<JsonShape> {
  const start = (await readRange(textPath, 0, 4096)).toString('utf8').replace(/^\uFEFF/, '')
  if (start.trimStart().startsWith('[')) return 'list'
  const first: JsonRecord[] = []
  try {
    for await (const batch of records(textPath, 'lines', signal)) {
      if (first.push(...batch) > 1) return 'lines'
    }
  } catch (error) {
    const isHuge = error instanceof SynthesisError && error.code === 'too_large'
    if (!isHuge || first.length > 0) throw error
  }
  return first.length === 0 || /\[\s*\{/.test(first[0]!.text) ? 'lists' : 'lines'
}

function records(
  textPath: string,
  shape: JsonShape,
  signal: AbortSignal | undefined,
): AsyncGenerator<JsonRecord[]> {
  const stream = createReadStream(textPath, { highWaterMark: CHUNK_BYTES, signal })
  return splitJson(stream, shape)
}
