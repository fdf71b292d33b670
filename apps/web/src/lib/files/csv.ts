/** Defines tables as CSV files: RFC 4180 with CRLF lines, in UTF-8. */

export type CsvValue = string | number | bigint | Date | null | undefined

/** Describes a column of a CSV file: its head, and its text for a row. */
export type CsvColumn<Row> = readonly [head: string, value: (row: Row) => CsvValue]

/** The most that a page of the API holds: the fewest questions for a long list. */
const pageSize = 100

/** Without it, Excel takes UTF-8 for the code page of its country. */
const byteOrderMark = '\uFEFF'

export const csvText = (rows: readonly (readonly CsvValue[])[]) =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')

export const csvBlob = (text: string) =>
  new Blob([byteOrderMark, text], { type: 'text/csv;charset=utf-8' })

/** Formats cents as a plain decimal that every program reads as a number: -1850n -> "-18.50" */
export function plainUsd(amountCents: bigint): string {
  const [sign, size] = amountCents < 0n ? ['-', -amountCents] : ['', amountCents]
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  // UTC, to the second: the same text in every time zone.
  if (value instanceof Date) return `${value.toISOString().slice(0, 19)}Z`
  const text = typeof value === 'string' ? harmless(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet would run a text that begins like a formula; an apostrophe makes it text again. */
const harmless = (text: string) =>
  /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text

type Page<Row> = { items: readonly Row[]; nextCursor: string | null }

export type ReadPage<Row> = (
  page: { cursor: string | undefined; limit: number },
  options: { signal: AbortSignal },
) => Promise<Page<Row>>

type ReadCsvInput<Row> = {
  columns: readonly CsvColumn<Row>[]
  readPage: ReadPage<Row>
  /** Called after every page but the last. */
  onProgress?: (rowsCount: number) => void
  signal?: AbortSignal
}

/** Reads a whole list into one file page by page; at most one page is held as objects. */
export async function readCsv<Row>(input: ReadCsvInput<Row>): Promise<Blob> {
  const { columns, readPage, onProgress, signal = new AbortController().signal } = input
  const parts = [csvBlob(csvText([columns.map(([head]) => head)]))]
  let cursor: string | undefined
  let rowsCount = 0
  do {
    signal.throwIfAborted()
    const page = await readPage({ cursor, limit: pageSize }, { signal })
    const lines = page.items.map((row) => columns.map(([, value]) => value(row)))
    parts.push(new Blob([csvText(lines)]))
    rowsCount += page.items.length
    cursor = page.nextCursor ?? undefined
    if (cursor) onProgress?.(rowsCount)
  } while (cursor)
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
