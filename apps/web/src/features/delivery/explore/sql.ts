/** SQL that the page writes itself. */
import type { TableColumn, TableInfo } from './result.ts'

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Returns true for columns with few values, each on many rows. */
const isLabel = ({ kind }: TableColumn) => kind === 'category' || kind === 'boolean'

const isMeasure = ({ kind, type }: TableColumn) =>
  type === 'number' && (kind === 'integer' || kind === 'number')

/** Returns true for columns whose values repeat across rows. */
export const isCountable = ({ kind }: TableColumn) =>
  kind !== 'key' && kind !== 'pii' && kind !== 'text'

/** Returns example queries that fit the table's columns; the first one always works. */
export function examplesFor({ name, columns }: TableInfo): { label: string; sql: string }[] {
  const table = quoteName(name)
  const label = columns.find(isLabel)?.name
  const number = columns.find(isMeasure)?.name
  const group = label && quoteName(label)
  const value = number && quoteName(number)
  return [
    { label: 'First rows', sql: `SELECT *\nFROM ${table}\nLIMIT 20` },
    { label: 'Summary of all columns', sql: `SUMMARIZE ${table}` },
    ...(group
      ? [
          {
            label: `Rows by ${label}`,
            sql: `SELECT ${group}, count(*) AS "rows"\nFROM ${table}\nGROUP BY ALL\nORDER BY "rows" DESC`,
          },
        ]
      : []),
    ...(group && value
      ? [
          {
            label: `${number} by ${label}`,
            sql: `SELECT ${group}, round(avg(${value}), 2) AS "mean", median(${value}) AS "median"\nFROM ${table}\nGROUP BY ALL\nORDER BY "mean" DESC`,
          },
        ]
      : []),
  ]
}

/** Holds the offsets of the database tokenizer's tokens, in bytes. */
type Tokens = { offsets: ArrayLike<number> }

const SEMICOLON = 0x3b

/** Splits a script into statements at semicolons outside texts, names and comments. */
export function splitStatements(script: string, { offsets }: Tokens): string[] {
  const bytes = new TextEncoder().encode(script)
  const ends = Array.from(offsets).filter((at) => bytes[at] === SEMICOLON)
  const decoder = new TextDecoder()
  return [...ends, bytes.length]
    .map((end, i) => decoder.decode(bytes.subarray(i === 0 ? 0 : ends[i - 1]! + 1, end)).trim())
    .filter((statement) => statement !== '')
}
