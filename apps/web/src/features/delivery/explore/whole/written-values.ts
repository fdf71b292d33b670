/** Writes values as a twin's file writes them: "12.50", "2024-01-02T10:00", "True". */
import type { Cell } from '../result.ts'
import { type Form, plainForm } from './written-form.ts'

/** Reads the form of each column from the first rows of the file itself; values of later rows may differ. */
export function formsOf(csv: string): Form[] {
  const [head = [], ...rows] = readRecords(csv)
  return head.map((_, column) => formOf(rows.map((row) => row[column] ?? '')))
}

function formOf(texts: readonly string[]): Form {
  const present = texts.filter((text) => text !== '')
  const decimals = new Set(present.map((text) => (/^-?\d+\.(\d+)$/.exec(text)?.[1] ?? '').length))
  const moment = present.find((text) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text))
  const truth = (word: string) => present.find((text) => text.toLowerCase() === word) ?? word
  const [only] = decimals
  return {
    decimals: decimals.size === 1 && only !== undefined && only > 0 ? only : null,
    separator: moment?.[10] === 'T' ? 'T' : ' ',
    hasSeconds: moment === undefined || moment.length > 16,
    truths: { true: truth('true'), false: truth('false') },
  }
}

const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(:\d\d(?:\.\d+)?)$/

/** Returns the text of a value as the file writes it, and never one of another value; moments come as "2024-01-02 10:00:00". */
export function writtenAs(cell: Exclude<Cell, null>, form: Form): string {
  if (typeof cell === 'boolean') return form.truths[cell ? 'true' : 'false']
  if (typeof cell === 'number') return numberText(cell, form.decimals)
  if (typeof cell === 'bigint') return String(cell)
  const moment = MOMENT.exec(cell)
  if (!moment) return cell
  const [, day, minutes, seconds] = moment
  const isShort = !form.hasSeconds && seconds === ':00'
  return `${day}${form.separator}${minutes}${isShort ? '' : seconds}`
}

/** Writes a number with the column's decimals, unless that would round it: the first rows do not speak for all. */
function numberText(value: number, decimals: number | null): string {
  const text = decimals === null ? null : value.toFixed(decimals)
  return text !== null && Number(text) === value ? text : plain(value)
}

/** Writes small numbers without an exponent if nine decimals hold them, as those of a twin mostly do. */
function plain(value: number): string {
  const text = String(value)
  const nine = text.includes('e-') ? value.toFixed(9).replace(/\.?0+$/, '') : text
  return Number(nine) === value ? nine : text
}

/** Reads records with comma, double quotes and \n, as a twin's file is written. */
function readRecords(csv: string): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  const cell = /("(?:[^"]|"")*"|[^",\n]*)(,|\n|$)/y
  while (cell.lastIndex < csv.length) {
    const found = cell.exec(csv)
    if (!found) break
    const [, text = '', end] = found
    cells.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text)
    if (end === ',') continue
    records.push(cells)
    cells = []
  }
  return records
}

/** Writes rows from their columns, without a header. */
export function csvOf(columns: readonly (readonly Cell[])[], forms: readonly Form[]): string {
  const lines: string[] = []
  for (let row = 0; row < (columns[0]?.length ?? 0); row++)
    lines.push(
      columns
        .map((column, i) => {
          const cell = column[row] ?? null
          return cell === null ? '' : quoteCell(writtenAs(cell, forms[i] ?? plainForm))
        })
        .join(','),
    )
  return lines.map((line) => `${line}\n`).join('')
}

const quoteCell = (text: string) =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
