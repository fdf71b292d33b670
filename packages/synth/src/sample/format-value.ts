import type { ColumnSchema } from '../schema/column-schema.ts'

/** Writes a modeled integer the way the column's file does. */
export function formatValue(schema: ColumnSchema, value: number): string {
  if (schema.kind === 'date' || schema.kind === 'timestamp') {
    return formatDate(value * schema.unitSeconds, schema.dateFormat)
  }
  if (schema.kind === 'integer' || schema.decimals === 0) return String(value)
  return schema.fixedDecimals
    ? (value / 10 ** schema.decimals).toFixed(schema.decimals)
    : String(Number((value / 10 ** schema.decimals).toFixed(schema.decimals)))
}

/** `pattern` knows %Y %m %d %H %M %S; the instant is taken as UTC. */
export function formatDate(epochSeconds: number, pattern: string): string {
  const iso = new Date(epochSeconds * 1000).toISOString()
  return pattern.replace(/%[YmdHMS]/g, (token) => {
    if (token === '%Y') return iso.slice(0, 4)
    const start = { '%m': 5, '%d': 8, '%H': 11, '%M': 14, '%S': 17 }[token]!
    return iso.slice(start, start + 2)
  })
}

/** One CSV record by RFC 4180, comma-separated, without the line end. */
export function csvRecord(cells: string[]): string {
  return cells.map(csvCell).join(',')
}

function csvCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
