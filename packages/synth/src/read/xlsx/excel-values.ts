/** Names the number formats of a workbook. */
export type NumberKind = 'number' | 'date' | 'time' | 'datetime'

const DAY_SECONDS = 86_400
/** 9999-12-31 */
const LAST_DAY = 2_958_465

/** Returns the kind of a number format from its code or, without one, its built-in number. */
export function numberKindOf(formatId: number, code: string | undefined): NumberKind {
  if (code !== undefined) return kindOfCode(code)
  if (formatId === 22) return 'datetime'
  if ((formatId >= 18 && formatId <= 21) || (formatId >= 45 && formatId <= 47)) return 'time'
  if ((formatId >= 32 && formatId <= 35) || formatId === 55 || formatId === 56) return 'time'
  const isDate = (formatId >= 14 && formatId <= 17) || (formatId >= 27 && formatId <= 36)
  return isDate || (formatId >= 50 && formatId <= 58) ? 'date' : 'number'
}

function kindOfCode(code: string): NumberKind {
  const plain = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!(h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';')[0]!
  if (/general/i.test(plain)) return 'number'
  const hasTime = /[hs]|am\/pm/i.test(plain)
  const hasDate = /[yd]|mmm/i.test(plain) || (!hasTime && /m/i.test(plain))
  if (hasDate) return hasTime ? 'datetime' : 'date'
  return hasTime ? 'time' : 'number'
}

/** Formats a stored number as text: dates by ISO 8601, others to the 15 digits that Excel shows. */
export function excelNumberText(value: number, kind: NumberKind, is1904: boolean): string {
  const isShown = value >= 0 && value <= LAST_DAY
  if (kind === 'number' || !isShown) {
    const text = String(value)
    return text.length < 16 ? text : String(Number(value.toPrecision(15)))
  }
  const seconds = Math.round((kind === 'date' ? Math.floor(value) : value) * DAY_SECONDS)
  if (kind === 'time') {
    const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
  }
  // Excel counts a 29th of February 1900: days before it are one less than their number.
  const firstDay = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30)
  const iso = new Date(firstDay + seconds * 1000).toISOString()
  return kind === 'date' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}
