import { SynthesisError } from './synthesis-error.ts'

export type Dialect = {
  delimiter: ',' | ';' | '\t' | '|'
  columnNames: string[]
  /** Lines before the first record: 1 with a header, else 0. */
  skipLines: 0 | 1
}

const DELIMITERS = [',', ';', '\t', '|'] as const
const SAMPLED_RECORDS = 500
/** Share of records that must have the same number of fields. */
const EVENNESS = 0.9

/**
 * Finds delimiter and header in the beginning of a file. `isWhole` says that `text` is all of it;
 * otherwise its last record may be cut and is not looked at. Throws SynthesisError `not_a_table`,
 * `no_rows` or `too_few_columns`.
 */
export function detectDialect(text: string, isWhole: boolean): Dialect {
  const candidates = DELIMITERS.map((delimiter) => {
    const records = readRecords(text, delimiter, SAMPLED_RECORDS)
    if (!isWhole && records.length > 1 && records.length < SAMPLED_RECORDS) records.pop()
    return { delimiter, records, ...commonFieldCount(records) }
  })
  const best = candidates
    .filter((candidate) => candidate.fieldCount >= 2 && candidate.evenness >= EVENNESS)
    .sort((a, b) => b.fieldCount * b.evenness - a.fieldCount * a.evenness)[0]
  if (!best) throw refuseWithoutDelimiter(candidates[0]!.records)
  const first = best.records[0]!
  const rest = best.records.slice(1).filter((record) => record.length === best.fieldCount)
  if (rest.length === 0 && looksLikeNames(first)) {
    throw new SynthesisError('no_rows', 'The file has a header line but no rows below it.')
  }
  const isShort = first.length === best.fieldCount - 1
  const hasHeader = isShort ? looksLikeNames(first) : isHeader(first, rest)
  const names = hasHeader ? (isShort ? ['row', ...first] : first) : []
  return {
    delimiter: best.delimiter,
    columnNames: uniqueNames(names, best.fieldCount),
    skipLines: hasHeader ? 1 : 0,
  }
}

/** Records of an RFC 4180 text with any line end; blank lines are left out, fields are trimmed. */
export function readRecords(text: string, delimiter: string, limit: number): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  let field = ''
  let isQuoted = false
  const endRecord = () => {
    fields.push(field.trim())
    if (fields.length > 1 || fields[0] !== '') records.push(fields)
    fields = []
    field = ''
  }
  for (let i = 0; i < text.length && records.length < limit; i++) {
    const char = text[i]!
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[i + 1] === '"') field += text[++i]
      else isQuoted = false
    } else if (char === '"' && field.trim() === '') isQuoted = true
    else if (char === delimiter) {
      fields.push(field.trim())
      field = ''
    } else if (char === '\n' || char === '\r') endRecord()
    else field += char
  }
  if (records.length < limit && (field !== '' || fields.length > 0)) endRecord()
  return records
}

function commonFieldCount(records: string[][]): { fieldCount: number; evenness: number } {
  const counts = new Map<number, number>()
  const body = records.length > 1 ? records.slice(1) : records
  for (const record of body) counts.set(record.length, (counts.get(record.length) ?? 0) + 1)
  const [fieldCount, rows] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0]
  return { fieldCount, evenness: body.length > 0 ? rows / body.length : 0 }
}

/** A list of short values is a table of one column; anything else without a delimiter is prose. */
function refuseWithoutDelimiter(records: string[][]): SynthesisError {
  const words = records.map((record) => record.join(' ').split(/\s+/).length)
  const isList = records.length > 1 && records.every((r) => r.length === 1)
  if (isList && words.reduce((sum, count) => sum + count, 0) / words.length <= 3) {
    return new SynthesisError(
      'too_few_columns',
      'The file has one column. A twin needs at least two, separated by commas, semicolons, tabs or bars.',
    )
  }
  return new SynthesisError(
    'not_a_table',
    'The file is not a table: its lines do not split into the same number of columns.',
  )
}

const VALUE_LIKE = /^[+-]?(\d[\d.,:/TZ -]*|\.\d+)(e[+-]?\d+)?$/i

function looksLikeNames(cells: string[]): boolean {
  return cells.every((cell) => cell !== '' && !VALUE_LIKE.test(cell))
}

/**
 * A header has names, none of them a value, and either stands above a column of numbers or dates,
 * or its names are distinct and none comes back among its column's values.
 */
function isHeader(first: string[], rest: string[][]): boolean {
  if (!looksLikeNames(first.filter((cell, j) => cell !== '' || j > 0))) return false
  const columns = first.map((_, j) => rest.map((record) => record[j]!).filter((v) => v !== ''))
  const standsAboveValues = columns.some(
    (values) =>
      values.length > 0 && values.filter((v) => VALUE_LIKE.test(v)).length > values.length / 2,
  )
  const isDistinct = new Set(first).size === first.length
  return standsAboveValues || (isDistinct && first.every((name, j) => !columns[j]!.includes(name)))
}

function uniqueNames(names: string[], columnCount: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: columnCount }, (_, j) => {
    const base = names[j] || `column_${j + 1}`
    let name = base
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`
    taken.add(name)
    return name
  })
}
