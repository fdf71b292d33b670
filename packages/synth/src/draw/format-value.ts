import type { ColumnSchema } from '../schema/column-schema.ts'

/**
 * Returns a formatter for a column's modeled integers, in the style of its file. Each distinct date
 * is formatted once, because dates repeat.
 */
export function valueFormat(schema: ColumnSchema): (value: number) => string {
  const { kind, decimals, fixedDecimals, unitSeconds, dateFormat } = schema
  if (kind === 'date' || kind === 'timestamp') {
    return remembering((value) => formatDate(value * unitSeconds, dateFormat))
  }
  if (kind === 'integer' || decimals === 0) return String
  const unit = 10 ** decimals
  if (fixedDecimals) return (value) => (value / unit).toFixed(decimals)
  return (value) => String(Math.round(value) / unit)
}

/** More values than this are hardly repeated, and would take memory. */
const MAX_REMEMBERED = 100_000

function remembering(format: (value: number) => string): (value: number) => string {
  const known = new Map<number, string>()
  return (value) => {
    let text = known.get(value)
    if (text === undefined) {
      text = format(value)
      if (known.size < MAX_REMEMBERED) known.set(value, text)
    }
    return text
  }
}

/** The years that four digits can write: 0000 to 9999. */
const FIRST_SECOND = Date.parse('0000-01-01T00:00:00Z') / 1000
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1000

/** `pattern` knows %Y %m %d %H %M %S; the instant is taken as UTC, and cut off at the years there are. */
export function formatDate(epochSeconds: number, pattern: string): string {
  const written = Math.min(LAST_SECOND, Math.max(FIRST_SECOND, epochSeconds))
  const iso = new Date(written * 1000).toISOString()
  return pattern.replace(/%[YmdHMS]/g, (token) => {
    if (token === '%Y') return iso.slice(0, 4)
    const start = { '%m': 5, '%d': 8, '%H': 11, '%M': 14, '%S': 17 }[token]!
    return iso.slice(start, start + 2)
  })
}

/** Formats one CSV record by RFC 4180, comma-separated, without the line end. */
export function csvRecord(cells: string[]): string {
  return cells.map(csvCell).join(',')
}

/** Formats one cell of a record. */
export function csvCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
