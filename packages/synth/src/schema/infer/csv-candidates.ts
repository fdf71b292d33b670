import { type CsvFormat, readRecords } from './csv-records.ts'
import { areNames } from './header.ts'

/** Describes a file read in one of the formats it may have. */
export type Candidate = {
  format: CsvFormat
  records: string[][]
  /** Lists the end of each record (see CsvRecord). */
  ends: number[]
  fieldCount: number
  /** Share of records that have `fieldCount` fields. */
  evenness: number
}

const SAMPLED_RECORDS = 500
const EVENNESS = 0.9
const DECIMAL_COMMA = /^[+-]?\d{1,3}([. ]?\d{3})*,\d+$/

/** Returns the ways of quoting that a text may use. */
export function quotingsIn(text: string): Omit<CsvFormat, 'delimiter'>[] {
  const quotings: Omit<CsvFormat, 'delimiter'>[] = [{ quote: '"', escape: '"' }]
  if (text.includes('\\"')) quotings.push({ quote: '"', escape: '\\' })
  if (!text.includes('"') && /(^|[^\w\s])'/m.test(text)) {
    quotings.push({ quote: "'", escape: text.includes("\\'") ? '\\' : "'" })
  }
  return quotings
}

/** Reads the beginning of a file; unless `isWhole`, its last record may be cut and is left out. */
export function parseAs(text: string, isWhole: boolean, format: CsvFormat): Candidate {
  const read = readRecords(text, format, SAMPLED_RECORDS)
  if (!isWhole && read.length > 1 && read.length < SAMPLED_RECORDS) read.pop()
  if (/^sep=/.test(text)) read.shift()
  const records = read.map(({ cells }) => cells)
  const counts = new Map<number, number>()
  const body = records.length > 1 ? records.slice(1) : records
  for (const { length } of body) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [fieldCount, rows] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0]
  // Titles above the header do not count.
  const titles = body.findIndex(({ length }) => length >= fieldCount)
  const evenness = rows > 0 ? rows / (body.length - titles) : 0
  return { format, records, ends: read.map(({ end }) => end), fieldCount, evenness }
}

/**
 * Returns the candidate with the most even columns, at least two; one that fits the first record
 * comes first.
 */
export function bestOf(candidates: Candidate[]): Candidate | null {
  const rank = (candidate: Candidate) =>
    (fitsFirstRecord(candidate) ? 1000 : 1) *
    (hasDecimalCommas(candidate) ? 100 : 1) *
    (hasQuotedCells(candidate) ? 1 : 10) *
    candidate.fieldCount *
    candidate.evenness
  const even = candidates.filter((c) => c.fieldCount >= 2 && c.evenness >= EVENNESS)
  return even.sort((a, b) => rank(b) - rank(a))[0] ?? null
}

function fitsFirstRecord({ records, fieldCount }: Candidate): boolean {
  return [fieldCount, fieldCount - 1].includes(records[0]!.length)
}

/** Returns true if single quotes were left around cells. */
function hasQuotedCells({ records }: Candidate): boolean {
  return records.some((cells) => cells.some((cell) => /^'.*'$/.test(cell)))
}

/** Returns true if some column has numbers such as 3,14, which a comma as delimiter would split. */
function hasDecimalCommas({ format, records, fieldCount }: Candidate): boolean {
  if (format.delimiter === ',') return false
  return Array.from({ length: fieldCount }, (_, j) => records.slice(1).map((r) => r[j])).some(
    (cells) => cells.filter((cell) => DECIMAL_COMMA.test(cell ?? '')).length > cells.length / 2,
  )
}

/**
 * Returns true if all records have the same number of fields, at least three, so that neither names
 * of two words nor times of day are split.
 */
export function isWithoutException({ records, fieldCount }: Candidate): boolean {
  return fieldCount > 2 && records.length > 1 && records.every((r) => r.length === fieldCount)
}

/**
 * Returns the candidate with a doubled delimiter if every other cell is empty, or with a space
 * after the delimiter if quotes follow one.
 */
export function widened(
  { format, records, fieldCount }: Candidate,
  text: string,
  parse: (delimiter: string) => Candidate[],
): Candidate | null {
  const { delimiter, quote } = format
  const isDoubled =
    fieldCount > 2 && records.every((r) => r.every((cell, j) => j % 2 === 0 || !cell))
  if (isDoubled) return bestOf(parse(delimiter + delimiter))
  if (!text.includes(`${delimiter} ${quote}`)) return null
  const spaced = bestOf(parse(`${delimiter} `))
  const isLike = spaced?.fieldCount === fieldCount && spaced.records[0]!.length === fieldCount
  return isLike ? spaced : null
}

/**
 * Returns the best candidate for a table whose rows leave out empty cells at their end, below a
 * header of all columns.
 */
export function bestPadded(candidates: Candidate[]): Candidate | null {
  const padded = candidates
    .map((candidate) => ({ ...candidate, fieldCount: candidate.records[0]?.length ?? 0 }))
    .filter(({ records: [first, ...rows], fieldCount }) => {
      const cells = rows.reduce((sum, { length }) => sum + length, 0)
      const isWithin = rows.every(({ length }) => length <= fieldCount)
      const isFilled = cells > (rows.length * fieldCount) / 2
      return fieldCount > 2 && areNames(first!) && isWithin && isFilled
    })
  return padded.sort((a, b) => b.fieldCount - a.fieldCount)[0] ?? null
}
