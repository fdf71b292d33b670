/** Reads the types of a twin's columns as written. Reads the file once, at any size, for its metadata. */
import { createReadStream } from 'node:fs'
import { csvRecords } from '../../platform/storage/csv-records.ts'

export const columnTypes = ['integer', 'number', 'boolean', 'date', 'datetime', 'string'] as const
export type ColumnType = (typeof columnTypes)[number]

export type TwinColumn = {
  name: string
  type: ColumnType
  /** The text that stands for a missing value, where it is not the empty cell. */
  missing: string | null
}

/** Patterns of the values; the first type that all cells have, but for one text that means missing, is the column's. */
const patterns: Record<Exclude<ColumnType, 'string'>, RegExp> = {
  integer: /^[+-]?\d+$/,
  number: /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/,
  boolean: /^(true|True|TRUE|false|False|FALSE)$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z?$/,
}
type Typed = keyof typeof patterns

/** Lists the types in which each of the engine's column kinds may be written. */
const candidates: Record<string, readonly Typed[]> = {
  integer: ['integer'],
  number: ['integer', 'number'],
  boolean: ['boolean'],
  date: ['date'],
  timestamp: ['datetime'],
}

/** `columns` as the report has them, in the order of the file, which begins with a header. */
export async function readTwinColumns(
  path: string,
  columns: readonly { name: string; kind: string }[],
): Promise<TwinColumn[]> {
  const guesses = columns.map(({ kind }) => guessType(candidates[kind] ?? []))
  let isHeader = true
  for await (const records of csvRecords(createReadStream(path, 'utf8')))
    for (const cells of records) {
      if (!isHeader) for (const [index, guess] of guesses.entries()) guess.see(cells[index] ?? '')
      isHeader = false
    }
  return columns.map(({ name }, index) => ({ name, ...guesses[index]!.result() }))
}

type Guess = {
  type: Typed
  /** The one text that it takes for missing. */
  missing: string | null
  hasValues: boolean
}

/** Narrows down, cell by cell, what a column may be. */
function guessType(types: readonly Typed[]) {
  let open: Guess[] = types.map((type) => ({ type, missing: null, hasValues: false }))
  const fits = (guess: Guess, cell: string) => {
    if (patterns[guess.type].test(cell)) {
      guess.hasValues = true
      return true
    }
    guess.missing ??= cell
    return guess.missing === cell
  }
  return {
    see: (cell: string) => {
      if (cell !== '' && open.length > 0) open = open.filter((guess) => fits(guess, cell))
    },
    /** A type without a single value is none. */
    result: (): Pick<TwinColumn, 'type' | 'missing'> => {
      const found = open
        .filter(({ hasValues }) => hasValues)
        .sort((a, b) => Number(a.missing !== null) - Number(b.missing !== null))[0]
      return found
        ? { type: found.type, missing: found.missing }
        : { type: 'string', missing: null }
    },
  }
}
