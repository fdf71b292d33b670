import path from 'node:path'
import { throwIfAborted } from '../../schema/synthesis-error.ts'
import type { OpenedTable, OpenOptions } from '../table-source.ts'
import type { ZipArchive } from '../zip-archive.ts'
import { excelNumberText } from './excel-values.ts'
import { sheetTables, type WrittenSheet } from './sheet-tables.ts'
import { SheetWriter } from './sheet-writer.ts'
import { parsePart, readWorkbook, type Workbook } from './xlsx-workbook.ts'

const MAX_COLUMNS = 16_384

/**
 * Opens the visible sheets of a workbook that have cells, rewritten as CSV: formulas by the value last
 * computed, errors as missing, macros ignored. Throws SynthesisError.
 */
export async function openXlsx(archive: ZipArchive, options: OpenOptions): Promise<OpenedTable[]> {
  const workbook = await readWorkbook(archive)
  const written: WrittenSheet[] = []
  for (const [i, { name, part }] of workbook.sheets.entries()) {
    const sheetPath = path.join(options.workDir, `sheet-${i}.csv`)
    const writer = new SheetWriter(sheetPath)
    try {
      await readSheet(archive, workbook, part, writer, options.signal)
    } finally {
      await writer.close()
    }
    const { head, width, isPadded, rowCount } = writer
    written.push({ name, path: sheetPath, head, width, isPadded, rowCount })
  }
  return sheetTables(written)
}

async function readSheet(
  archive: ZipArchive,
  workbook: Workbook,
  part: string,
  writer: SheetWriter,
  signal: AbortSignal | undefined,
): Promise<void> {
  let cells: string[] = []
  let column = 0
  let cell = { type: 'n', style: 0, text: '' }
  let isValue = false
  let isPhonetic = false
  const handlers = {
    open(name: string, { r, t, s }: Record<string, string>) {
      if (name === 'row') {
        cells = []
        column = 0
      } else if (name === 'c') {
        column = r === undefined ? column + 1 : columnOf(r)
        cell = { type: t ?? 'n', style: Number(s ?? 0), text: '' }
      } else if (name === 'rPh') isPhonetic = true
      isValue = name === 'v' || (name === 't' && !isPhonetic)
    },
    text(text: string) {
      if (isValue) cell.text += text
    },
    close(name: string) {
      isValue = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'c' && column >= 1 && column <= MAX_COLUMNS) {
        const text = cellText(cell, workbook)
        if (text.trim() !== '') cells[column - 1] = text
      }
      if (name === 'row' && cells.length > 0) {
        writer.addRow(Array.from(cells, (text: string | undefined) => text ?? ''))
      }
    },
  }
  await parsePart(archive, part, handlers, async () => {
    throwIfAborted(signal)
    await writer.drain()
  })
}

/** Returns the column's number from 1: 28 for AB12. */
function columnOf(reference: string): number {
  let column = 0
  for (const char of reference) {
    const digit = char.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    column = 26 * column + digit
  }
  return column
}

function cellText(
  { type, style, text }: { type: string; style: number; text: string },
  { strings, numberKinds, is1904 }: Workbook,
): string {
  switch (type) {
    case 's':
      return strings.at(Number(text))
    case 'e':
      return ''
    case 'b':
      return text === '1' ? 'true' : 'false'
    case 'n': {
      const value = Number(text)
      if (text.trim() === '' || !Number.isFinite(value)) return text
      return excelNumberText(value, numberKinds[style] ?? 'number', is1904)
    }
    case 'd':
      return text.replace('T', ' ').replace(/\.\d+$/, '')
    default:
      return text
  }
}
