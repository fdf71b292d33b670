import { SynthesisError } from '../synthesis-error.ts'
import {
  bestOf,
  bestPadded,
  type Candidate,
  isWithoutException,
  parseAs,
  quotingsIn,
  widened,
} from './csv-candidates.ts'
import { type CsvFormat, RFC_4180 } from './csv-records.ts'
import { areNames, findHeader, type Header } from './header.ts'
import { isNullToken } from './null-tokens.ts'
import { type NumberStyle, numberStyleOf } from './number-style.ts'

/** Describes all settings that a CSV parser needs for a file. */
export type Dialect = CsvFormat &
  Omit<Header, 'skipRecords'> & {
    /** Records and blank lines above the first row of data. */
    skipLines: number
    /** True if rows may leave out cells at their end. */
    isPadded: boolean
    /** Holds the notation by position; null for a column of plain numbers, or of none. */
    numberStyles: (NumberStyle | null)[]
  }

const DELIMITERS = [',', ';', '\t', '|', '^', '~', '\x01', '\x1f']
/** Tried when no other fits, and only taken without exception: they also stand within values. */
const WEAK_DELIMITERS = [':', ' ']
const NO_DELIMITER = '\x1f'
/** Empty columns among them are left out later. */
const MAX_FIELDS = 1000
/**
 * Finds delimiter, quotes and header in the beginning of a file. `isWhole` says that `text` is all
 * of it; otherwise its last record may be cut and is not looked at. Throws SynthesisError
 * `not_a_table`, `no_rows` or `too_many_columns`.
 */
export function detectDialect(text: string, isWhole: boolean): Dialect {
  const parse = (delimiter: string): Candidate[] =>
    text.includes(delimiter)
      ? quotingsIn(text).map((quoting) => parseAs(text, isWhole, { delimiter, ...quoting }))
      : []
  const hint = /^sep=(.)\r?\n/.exec(text)?.[1]
  const strong = (hint ? [hint] : DELIMITERS).flatMap(parse)
  const even = bestOf(strong) ?? bestOf(WEAK_DELIMITERS.flatMap(parse).filter(isWithoutException))
  const padded = even ? null : bestPadded(strong)
  const best = even ? (widened(even, text, parse) ?? even) : (padded ?? singleColumn(text, isWhole))
  return describe(best, padded !== null)
}

/** Describes the writer's knowledge of a file by RFC 4180. */
type Written = { head: string[][]; width: number; isPadded: boolean }

/** Returns the dialect of a file written by RFC 4180, with or without a header. */
export function sheetDialect({ head, width, isPadded }: Written): Dialect {
  const ends = head.map((_, i) => i + 1)
  refuseFields(width)
  const records = head.map((cells) => [...cells, ...Array(width - cells.length).fill('')])
  return describe({ format: RFC_4180, records, ends, fieldCount: width, evenness: 1 }, isPadded)
}

/** Returns the dialect of a file written by RFC 4180 whose columns are known. */
export function plainDialect(columnNames: string[], hasHeader: boolean, isPadded = false): Dialect {
  const skipLines = hasHeader ? 1 : 0
  return { ...RFC_4180, columnNames, unnamed: [], skipLines, isPadded, numberStyles: [] }
}

function describe({ format, records, ends, fieldCount }: Candidate, isPadded: boolean): Dialect {
  refuseFields(fieldCount)
  const { skipRecords, ...header } = findHeader(records, fieldCount)
  if (skipRecords === records.length || (records.length === 1 && areNames(records[0]!))) {
    throw new SynthesisError('no_rows', 'The table has a header but no rows below it.')
  }
  const rows = records.slice(skipRecords)
  const numberStyles = header.columnNames.map((_, j) => {
    const cells = rows.map((cells) => cells[j] ?? '').filter((cell) => !isNullToken(cell))
    return numberStyleOf(cells, format.delimiter)
  })
  return { ...format, ...header, skipLines: ends[skipRecords - 1] ?? 0, isPadded, numberStyles }
}

function refuseFields(fieldCount: number): void {
  if (fieldCount <= MAX_FIELDS) return
  const [count, limit] = [fieldCount, MAX_FIELDS].map((n) => n.toLocaleString('en'))
  throw new SynthesisError(
    'too_many_columns',
    `The table has ${count} columns; no more than ${limit} are read.`,
  )
}

/** A list of short values is a table of one column; anything else without a delimiter is prose. */
function singleColumn(text: string, isWhole: boolean): Candidate {
  const list = parseAs(text, isWhole, { ...RFC_4180, delimiter: NO_DELIMITER })
  const words = list.records.reduce((sum, [cell]) => sum + cell!.split(/\s+/).length, 0)
  if (list.records.length > 0 && words <= 3 * list.records.length) return list
  throw new SynthesisError(
    'not_a_table',
    'The file is not a table: its lines do not split into the same number of columns.',
  )
}
