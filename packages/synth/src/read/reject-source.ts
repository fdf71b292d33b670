import { readRecords } from '../schema/infer/csv-records.ts'
import { type ErrorPlace, SynthesisError } from '../schema/synthesis-error.ts'
import { findLongRow } from './csv/find-long-row.ts'
import { HEAD_BYTES } from './csv/open-csv.ts'
import { readRange } from './read-range.ts'
import { MAX_LINE_BYTES } from './source-sql.ts'
import type { TableSource } from './table-source.ts'

/**
 * DuckDB's complaint about a CSV or Parquet file in the uploader's words, without the line it quotes;
 * any other error comes back as it is.
 */
export async function rejectSource(error: unknown, source: TableSource): Promise<unknown> {
  const message = String(error)
  if (source.content.type === 'parquet') {
    const isOurs = /^Error: (INTERRUPT|Out of Memory|IO|Internal|Fatal) /i.test(message)
    return isOurs ? error : refuse('not_a_table', 'The Parquet file is damaged.', {})
  }
  if (!message.includes('CSV')) return error
  const found = /CSV Error on Line: (\d+)/.exec(message)
  const place = found ? { line: Number(found[1]) } : {}
  const at = found ? ` (line ${found[1]})` : ''
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message)
  const again = 'Please correct it and upload the file again.'
  const hasBrokenQuotes = message.includes('unterminated quote')
  if (message.includes('Maximum line size')) return refuseLongRow(found ? Number(found[1]) : null)
  if (hasBrokenQuotes || !counts) {
    // Checks for long rows first: of a row that is longer than its buffers, DuckDB reports a
    // different error.
    const line = await longRow(source)
    if (line !== null) return refuseLongRow(line)
  }
  if (hasBrokenQuotes) {
    return refuse(
      'truncated',
      `A quoted value is never closed, or text follows its closing quote${at}. ${again}`,
      place,
    )
  }
  if (counts && Number(counts[2]) < Number(counts[1]) && (await endsShort(source))) {
    return refuse(
      'truncated',
      `The file seems cut off: its last row has ${counts[2]} of ${counts[1]} columns${at}. Please upload it again.`,
      place,
    )
  }
  if (counts) {
    return refuse(
      'uneven_rows',
      `A row has ${counts[2]} instead of ${counts[1]} columns${at}. ${again}`,
      place,
    )
  }
  return refuse(
    'not_a_table',
    `The file cannot be read as a CSV file${at}: quotes or line ends are broken.`,
    place,
  )
}

function refuse(code: SynthesisError['code'], message: string, place: ErrorPlace): SynthesisError {
  return new SynthesisError(code, message, place)
}

function refuseLongRow(line: number | null): SynthesisError {
  const at = line === null ? '' : ` (line ${line})`
  return refuse(
    'too_large',
    `A row is longer than ${MAX_LINE_BYTES.toLocaleString('en')} bytes${at}. Please leave out its long text, which a twin would not keep.`,
    line === null ? {} : { line },
  )
}

async function longRow({ path, content }: TableSource): Promise<number | null> {
  if (content.type !== 'csv') return null
  return await findLongRow(path, { quote: content.dialect.quote, maxBytes: MAX_LINE_BYTES })
}

/** Returns true if the last row, as far as the end of the file shows, lacks cells. */
async function endsShort({ path, content, columnNames }: TableSource): Promise<boolean> {
  if (content.type !== 'csv') return false
  const text = (await readRange(path, -HEAD_BYTES, HEAD_BYTES)).toString('utf8')
  const tail = text.slice(text.search(/[\r\n]/) + 1)
  const last = readRecords(tail, content.dialect, Number.POSITIVE_INFINITY).at(-1)
  return last !== undefined && last.cells.length < columnNames.length
}
