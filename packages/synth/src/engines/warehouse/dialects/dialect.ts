/**
 * Describes a column of a warehouse's table. `instant` is a timestamp with a time zone; what needs no reading of its
 * own is `other`.
 */
export type WarehouseColumn = {
  name: string
  type: 'whole' | 'double' | 'decimal' | 'date' | 'timestamp' | 'instant' | 'other'
  /** The type as the warehouse names it. */
  nativeType: string
}

/** Describes the tables to count: the bins of each column of `binned` are in b0, b1, ..., all of them integers. */
export type TablesToCount = {
  binned: string
  tables: { index: number; binCount: number }[][]
}

/**
 * Writes what databases spell differently. Expressions are SQL; those of texts and numbers are null where their operands
 * are, unless said otherwise.
 */
export type Dialect = {
  identifier: (name: string) => string
  literal: (text: string) => string
  /** Any column as text, as the database itself writes it: numbers without an exponent where they have none in a file. */
  text: (column: WarehouseColumn) => string
  /** A timestamp as `YYYY-MM-DD hh:mm:ss` in UTC, cut to whole seconds. */
  timeText: (column: WarehouseColumn) => string
  /** Seconds since 1970 of a date or timestamp, as a double. */
  seconds: (column: WarehouseColumn) => string
  /** Seconds since 1970 of a day given by integers, as a double; null if the month has no such day. */
  secondsOfDay: (year: string, month: string, day: string) => string
  /** A condition that is true for numbers of at most this size, and never fails. */
  isAtMost: (number: string, size: string) => string
  /** A text that is known to write a number, as a double. */
  numberOfText: (text: string) => string
  /** A condition; the pattern matches the whole text. */
  matches: (text: string, pattern: string) => string
  /** The group of the pattern, which matches the whole text; null if it does not match. */
  capture: (text: string, pattern: string) => string
  /** 32 lower-case hexadecimal digits, the same in every dialect. */
  md5: (text: string) => string
  /** The greatest or least of the arguments that are not null. */
  extreme: (which: 'greatest' | 'least', values: string[]) => string
  /** `results[k]` for numbers from `starts[k]` on, up to the next start; the outermost steps have no end. */
  searchSteps: (value: string, starts: number[], results: number[]) => string
  /** `bins[i]` for the text `labels[i]`, `otherwise` for others. */
  searchLabels: (value: string, labels: string[], bins: number[], otherwise: number) => string
  /** Stands at the end of a subquery, so that its expressions are computed once for all references to them. */
  barrier: string
  /** Counts many tables in one pass. */
  countTables: (
    tables: TablesToCount,
    query: (sql: string) => Promise<unknown[][]>,
  ) => Promise<[table: number, cell: number, count: number][]>
}

/** SQL of the place of a row among the cells of a table, row-major. */
export function cellOfTable(columns: { index: number; binCount: number }[]): string {
  return columns.reduce((sum, { index, binCount }) => `(${sum} * ${binCount} + b${index})`, '0')
}
