import { createReadStream } from 'node:fs'
import path from 'node:path'
import { plainDialect } from '../../schema/infer/dialect.ts'
import { proposeMaxRows } from '../../schema/infer/typical-rows-per-entity.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { asUtf8 } from '../csv/text-encoding.ts'
import { readRange } from '../read-range.ts'
import type { OpenedTable, OpenOptions } from '../table-source.ts'
import { JsonTable } from './json-table.ts'
import { parseRecord } from './json-values.ts'
import { type FoundList, refuseTableCount } from './list-tables.ts'
import { type JsonRecord, type JsonShape, splitJson } from './split-json.ts'

const CHUNK_BYTES = 1 << 18

/**
 * Opens records of JSON, rewritten as CSV: a list, one after the other, or the lists of an object, each a table, as are the
 * lists of records within them. Throws SynthesisError.
 */
export async function openJson(inputPath: string, options: OpenOptions): Promise<OpenedTable[]> {
  const { workDir, signal } = options
  const start = await readRange(inputPath, 0, CHUNK_BYTES)
  const textPath = await asUtf8(inputPath, start, path.join(workDir, 'utf8.json'), signal)
  const shape = await findShape(textPath, signal)
  const roots = new Map<string, JsonTable>()
  const nextPath = pathsIn(workDir)
  try {
    for await (const batch of records(textPath, shape, signal)) {
      for (const record of batch) {
        const table = roots.get(record.list) ?? new JsonTable(nextPath)
        roots.set(record.list, table)
        table.add(parseRecord(record), record.line)
      }
      for (const { table } of tablesOf(roots)) await table.writer.drain()
    }
  } finally {
    for (const { table } of tablesOf(roots)) await table.writer.close()
  }
  if (roots.size === 0) throw new SynthesisError('no_rows', 'The JSON has no list of records.')
  return openWritten(tablesOf(roots))
}

/** Paths of files for tables, as many as one file may hold. */
function pathsIn(workDir: string): (list: FoundList) => string {
  let count = 0
  return (list) => {
    refuseTableCount(count + 1, list)
    return path.join(workDir, `list-${count++}.csv`)
  }
}

function openWritten(tables: FoundTable[]): OpenedTable[] {
  const isOnlyRoot = tables.filter(({ parent }) => parent === null).length === 1
  return tables.map(({ table, title, parent }, i) => {
    const { names, places, width } = table.columns
    if (names.length === 0) throw new SynthesisError('no_rows', 'The records are empty.')
    const fileColumns = Array.from({ length: width }, (_, place) => `c${place}`)
    const dialect = plainDialect(fileColumns, false, table.writer.isPadded)
    const opened: OpenedTable = {
      within: parent === null && isOnlyRoot ? [] : [title],
      path: table.path,
      columnNames: names,
      unnamed: [],
      content: { type: 'csv', dialect, places },
    }
    if (!parent) return opened
    const tablesBefore = i - tables.findIndex((other) => other.table === parent)
    return { ...opened, parent: { tablesBefore, maxRows: proposeMaxRows(table.usualRows) } }
  })
}

type FoundTable = { table: JsonTable; title: string; parent: JsonTable | null }

/** All tables, parents first; those of lists within records go by the fields that lead there. */
function tablesOf(roots: Map<string, JsonTable>): FoundTable[] {
  const below = (parent: JsonTable, list: string): FoundTable[] =>
    parent.lists.flatMap((table) => [
      { table, title: list + table.title, parent },
      ...below(table, list),
    ])
  return [...roots].flatMap(([list, table]) => [
    { table, title: list, parent: null },
    ...below(table, roots.size > 1 ? `${list}.` : ''),
  ])
}

/**
 * Finds the shape of a file by its first records: a single object holds the lists of records,
 * unless it has none.
 */
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
