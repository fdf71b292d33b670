import type { Dialect } from './dialects/dialect.ts'

const FIELDS: Record<string, string> = {
  '%Y': '(?!0000)[0-9]{4}',
  '%m': '(?:0?[1-9]|1[0-2])',
  '%d': '(?:0?[1-9]|[12][0-9]|3[01])',
  '%H': '(?:[01]?[0-9]|2[0-3])',
  '%M': '[0-5]?[0-9]',
  '%S': '[0-5]?[0-9]',
}

/**
 * Returns SQL of the seconds since 1970 of a text column in `format` (%Y %m %d %H %M %S, taken as
 * UTC); null for other texts and for days that do not exist, at which a database's own parser would
 * end the query.
 */
export function epochSql(dialect: Dialect, text: string, format: string): string {
  const part = (field: string, otherwise: number) =>
    format.includes(field)
      ? `cast(${dialect.capture(text, patternOf(format, field))} as integer)`
      : String(otherwise)
  const [year, month, day] = [part('%Y', 1970), part('%m', 1), part('%d', 1)]
  const seconds = `${part('%H', 0)} * 3600 + ${part('%M', 0)} * 60 + ${part('%S', 0)}`
  return `${dialect.secondsOfDay(year, month, day)} + ${seconds}`
}

/** A regular expression of the whole format, with one field of it in a group. */
function patternOf(format: string, captured: string): string {
  const parts = format.split(/(%[YmdHMS])/).map((part) => {
    const field = FIELDS[part]
    if (field === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return part === captured ? `(${field})` : field
  })
  return parts.join('')
}
