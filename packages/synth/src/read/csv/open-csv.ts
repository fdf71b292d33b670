import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type Dialect, detectDialect } from '../../schema/infer/dialect.ts'
import { readRange } from '../read-range.ts'
import type { OpenedTable, OpenOptions } from '../table-source.ts'
import { asUtf8 } from './text-encoding.ts'

/** Sets the bytes of a file from which format and header are inferred. */
export const HEAD_BYTES = 256 * 1024

/** Opens a text of separated values in any encoding. Throws SynthesisError for anything else. */
export async function openCsv(inputPath: string, options: OpenOptions): Promise<OpenedTable> {
  const start = await readRange(inputPath, 0, HEAD_BYTES)
  const copyPath = path.join(options.workDir, 'utf8.csv')
  const textPath = await asUtf8(inputPath, start, copyPath, options.signal)
  const head = await readRange(textPath, 0, HEAD_BYTES)
  const isWhole = (await stat(textPath)).size <= HEAD_BYTES
  const dialect = detectDialect(new TextDecoder().decode(head), isWhole)
  return csvTable(textPath, dialect)
}

export function csvTable(path: string, dialect: Dialect, within: string[] = []): OpenedTable {
  const { columnNames, unnamed } = dialect
  return { within, path, columnNames, unnamed, content: { type: 'csv', dialect } }
}
