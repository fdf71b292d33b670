/** SQL that the page writes itself. */
import type { TableInfo } from './result.ts'

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Questions to begin with, as far as the table has columns for them; the first one always works. */
export function examplesFor({ name, columns }: TableInfo): { label: string; sql: string }[] {
  const table = quoteName(name)
  const first = (type: string) => columns.find((column) => column.type === type)?.name
  const [text, number] = [first('text') ?? first('boolean'), first('number')]
  const group = text && quoteName(text)
  const value = number && quoteName(number)
  return [
    { label: 'First rows', sql: `SELECT *\nFROM ${table}\nLIMIT 20` },
    { label: 'Summary of all columns', sql: `SUMMARIZE ${table}` },
    ...(group
      ? [
          {
            label: `Rows by ${text}`,
            sql: `SELECT ${group}, count(*) AS "rows"\nFROM ${table}\nGROUP BY ALL\nORDER BY "rows" DESC`,
          },
        ]
      : []),
    ...(group && value
      ? [
          {
            label: `${number} by ${text}`,
            sql: `SELECT ${group}, round(avg(${value}), 2) AS "mean", median(${value}) AS "median"\nFROM ${table}\nGROUP BY ALL\nORDER BY "mean" DESC`,
          },
        ]
      : []),
  ]
}

/** Where the database's tokenizer found tokens, in bytes. */
type Tokens = { offsets: ArrayLike<number> }

const SEMICOLON = 0x3b

/** A script's statements; only a semicolon where a token begins ends one, so not within a text, a name or a comment. */
export function splitStatements(script: string, { offsets }: Tokens): string[] {
  const bytes = new TextEncoder().encode(script)
  const ends = Array.from(offsets).filter((at) => bytes[at] === SEMICOLON)
  const decoder = new TextDecoder()
  return [...ends, bytes.length]
    .map((end, i) => decoder.decode(bytes.subarray(i === 0 ? 0 : ends[i - 1]! + 1, end)).trim())
    .filter((statement) => statement !== '')
}
