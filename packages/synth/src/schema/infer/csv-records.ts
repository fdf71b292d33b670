/** Describes the delimiter and the quoting of a CSV file. */
export type CsvFormat = {
  /** One to four characters. */
  delimiter: string
  quote: '"' | "'"
  /** The character that escapes a quote inside a quoted cell: the quote itself, or a backslash. */
  escape: '"' | "'" | '\\'
}

/** Describes CSV with commas by RFC 4180. */
export const RFC_4180: CsvFormat = { delimiter: ',', quote: '"', escape: '"' }

export type CsvRecord = {
  /** Trimmed. */
  cells: string[]
  /** Records and blank lines from the beginning of the text to the end of this one. */
  end: number
}

/** Reads the first records of a text with any line end; blank lines are left out. */
export function readRecords(text: string, format: CsvFormat, limit: number): CsvRecord[] {
  const { delimiter, quote } = format
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let end = 0
  const endRecord = () => {
    cells.push(cell.trim())
    end++
    if (cells.length > 1 || cells[0] !== '') records.push({ cells, end })
    cells = []
    cell = ''
  }
  for (let i = 0; i < text.length && records.length < limit; i++) {
    const char = text[i]!
    if (isQuoted) {
      if (char === format.escape && text[i + 1] === quote) cell += text[++i]
      else if (char === quote) isQuoted = false
      else cell += char
    } else if (char === quote && cell.trim() === '') isQuoted = true
    else if (text.startsWith(delimiter, i)) {
      cells.push(cell.trim())
      cell = ''
      i += delimiter.length - 1
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[i + 1] === '\n') i++
      endRecord()
    } else cell += char
  }
  if (records.length < limit && (cell !== '' || cells.length > 0)) endRecord()
  return records
}
