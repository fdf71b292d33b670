import type { Dialect, WarehouseColumn } from './dialects/dialect.ts'

/** Holds a read-only transaction in a warehouse. */
export type Warehouse = {
  dialect: Dialect
  /** Rows as arrays; every value is text, a number, a boolean, null, or what a dialect's own query gives. */
  query: (sql: string) => Promise<unknown[][]>
  /** The same, some rows at a time. */
  stream: (sql: string) => AsyncIterable<unknown[][]>
  /** The columns of a query, without running it over any row. */
  describe: (sql: string) => Promise<WarehouseColumn[]>
  /** The names of a table's primary key; none where the warehouse knows of none. */
  primaryKey: (table: string) => Promise<string[]>
  /** Tables of more rows need a key: numbering equal rows costs too much. */
  mostRowsWithoutKey: number
  /** Equal as long as a table's rows are; null where the transaction itself sees one state of them throughout. */
  stateOf: (table: string, columns: WarehouseColumn[]) => Promise<string | null>
  /** True if names are the same in any letter case, and are written in lower case. */
  isCaseless: boolean
  close: () => Promise<void>
}

/**
 * Limits statements and connecting, in ms. A single count over a large table takes minutes at most;
 * a longer one means that the server does not respond.
 */
export const STATEMENT_TIMEOUT_MS = 30 * 60_000
export const CONNECT_TIMEOUT_MS = 15_000

/**
 * Fixes how a warehouse is connected to. The addresses are those that its name was found to have, and no other is spoken to;
 * the certificate must be one of the name.
 */
export type WarehouseRoute = {
  addresses: string[]
  isTls: boolean
  /** A certificate authority (PEM) in place of the usual ones. */
  ca?: string
}
