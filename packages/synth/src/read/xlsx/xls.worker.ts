/** Rewrites the sheets of an Excel 97-2003 workbook as CSV, in a thread that can be stopped. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type CellObject, read, type WorkBook } from '@e965/xlsx'
import { excelNumberText, numberKindOf } from './excel-values.ts'
import type { FromXlsWorker, XlsTask } from './open-xls.ts'
import type { WrittenSheet } from './sheet-tables.ts'
import { SheetWriter } from './sheet-writer.ts'

const task = workerData as XlsTask
parentPort!.postMessage(await run(task))

async function run({ inputPath, workDir }: XlsTask): Promise<FromXlsWorker> {
  const bytes = await readFile(inputPath)
  try {
    return { type: 'done', sheets: await writeSheets(parse(bytes), workDir) }
  } catch (error) {
    const isEncrypted = /password|ECMA-376|EncryptionInfo/i.test(String(error))
    return { type: isEncrypted ? 'encrypted' : 'damaged' }
  }
}

function parse(bytes: Buffer): WorkBook {
  return read(bytes, {
    type: 'buffer',
    dense: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
  })
}

async function writeSheets(workbook: WorkBook, workDir: string): Promise<WrittenSheet[]> {
  const is1904 = workbook.Workbook?.WBProps?.date1904 === true
  const written: WrittenSheet[] = []
  for (const [i, name] of workbook.SheetNames.entries()) {
    const rows = workbook.Sheets[name]?.['!data']
    if (!rows || workbook.Workbook?.Sheets?.[i]?.Hidden) continue
    const sheetPath = path.join(workDir, `sheet-${i}.csv`)
    const writer = new SheetWriter(sheetPath)
    for (const row of rows) {
      const cells = Array.from(row ?? [], (cell) => cellText(cell, is1904))
      while (cells.at(-1)?.trim() === '') cells.pop()
      if (cells.length > 0) writer.addRow(cells)
      await writer.drain()
    }
    await writer.close()
    const { head, width, isPadded, rowCount } = writer
    written.push({ name, path: sheetPath, head, width, isPadded, rowCount })
  }
  return written
}

function cellText(cell: CellObject | undefined, is1904: boolean): string {
  switch (cell?.t) {
    case 'n':
      return excelNumberText(Number(cell.v), numberKindOf(0, String(cell.z ?? 'General')), is1904)
    case 'b':
      return cell.v ? 'true' : 'false'
    case 's':
      return String(cell.v)
    default:
      return ''
  }
}
