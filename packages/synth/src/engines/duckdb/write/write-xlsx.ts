/** One sheet as Office Open XML (ECMA-376, part 1), streamed: memory does not grow with the rows. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ZipFile } from 'yazl'
import { throwIfAborted } from '../../../schema/synthesis-error.ts'
import type { ColumnType, TypedColumn } from '../column-types.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Built-in number formats: a date, a date with time. */
const STYLES = { date: 1, timestamp: 2 }

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/**
 * Writes a view's columns below a header. Texts are never formulas. Leaves the connection idle, also
 * when it fails: closing it during a fetch would crash the process.
 */
export async function writeXlsx(
  connection: DuckDBConnection,
  view: string,
  columns: TypedColumn[],
  outputPath: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const archive = new ZipFile()
  for (const [name, text] of Object.entries(parts))
    archive.addBuffer(Buffer.from(HEAD + text), name)
  const sheet = Readable.from(sheetXml(connection, view, columns, signal))
  archive.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 1 })
  archive.end()
  const output = archive.outputStream as Readable
  sheet.once('error', (error) => output.destroy(error))
  try {
    await pipeline(output, createWriteStream(outputPath))
  } finally {
    sheet.destroy()
    if (!sheet.closed) await once(sheet, 'close')
  }
}

async function* sheetXml(
  connection: DuckDBConnection,
  view: string,
  columns: TypedColumn[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const header = columns.map(({ name }) => textCell(name)).join('')
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row>${header}</row>`
  const cells = columns.map(({ sql, type }) => serialSql(sql, type))
  const writers = columns.map(({ type }) => cellWriters[type])
  const result = await connection.stream(`select ${cells} from ${view}`)
  for (;;) {
    throwIfAborted(signal)
    const chunk = await result.fetchChunk()
    if (!chunk || chunk.rowCount === 0) break
    const vectors = columns.map((_, j) => chunk.getColumnVector(j))
    let text = ''
    for (let row = 0; row < chunk.rowCount; row++) {
      text += '<row>'
      for (const [j, vector] of vectors.entries()) {
        const value = vector.getItem(row)
        text += value === null ? '<c/>' : writers[j]!(value as string | number | boolean | bigint)
      }
      text += '</row>'
    }
    yield text
  }
  yield '</sheetData></worksheet>'
}

/** Days since the last of 1899, which is how a sheet keeps dates; it knows none before March of 1900. */
function serialSql(sql: string, type: ColumnType): string {
  if (type !== 'date' && type !== 'timestamp') return sql
  return `date_diff('second', timestamp '1899-12-30', (${sql})::timestamp) / 86400.0::double`
}

type Write = (value: string | number | boolean | bigint) => string

const number: Write = (value) => `<c><v>${value}</v></c>`
const dated =
  (style: number): Write =>
  (value) =>
    `<c s="${style}"><v>${value}</v></c>`

/** A sheet's numbers are doubles, which round longer ones. */
const isExact = (value: bigint) => BigInt(Number(value)) === value

const cellWriters: Record<ColumnType, Write> = {
  integer: (value) => (isExact(value as bigint) ? number(value) : textCell(String(value))),
  number,
  boolean: (value) => `<c t="b"><v>${value ? 1 : 0}</v></c>`,
  date: dated(STYLES.date),
  timestamp: dated(STYLES.timestamp),
  text: (value) => textCell(String(value)),
}

const textCell = (text: string) =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Matches the characters that XML 1.0 cannot represent, even escaped: most control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (text: string) =>
  text.replace(UNFIT, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
