/** Prints of a table: keyed hashes by which the platform of its owner knows the same rows again. */
import { blobValue, type DuckDBConnection } from '@duckdb/node-api'

/** Describes a table by HMAC-SHA-256 over each row's cells, in the order of the columns' names. */
export type TablePrint = {
  rowCount: number
  /** The sum of the hashes of all rows modulo 2^128 as 32 hexadecimal digits: equal for the same rows in any order. */
  rows: string
  /** About how many rows differ from each other; exact up to 4,096 rows. */
  distinctRows: number
  /**
   * The `SKETCH_SIZE` least hashes of distinct rows, ascending, each of 16 hexadecimal digits; all of them
   * where there are fewer. Empty where less than half of the rows are distinct: equal rows are no evidence then.
   */
  sketch: string[]
}

/** Bounds the hashes of a sketch. */
export const SKETCH_SIZE = 1024

/** Sets how many rows have their hashes looked at: half of them, if distinct, fill a sketch. */
const CANDIDATES = 4 * SKETCH_SIZE

/** Counts the hashes of a sketch that there could be. */
const HASHES = 2n ** 64n

/** Names the columns of the view `raw` that count, with their places in it. */
type Printed = { rowCount: number; columns: { name: string; place: number }[]; key: Uint8Array }

/**
 * Prints the view `raw` in one pass, whose memory does not grow with the rows. Key and print
 * together show of a complete row if the table has it: they are for the owner's platform alone.
 */
export async function printRows(
  connection: DuckDBConnection,
  { rowCount, columns, key }: Printed,
): Promise<TablePrint> {
  const sorted = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const cells = sorted.map(({ place }, i) => `${cellSql(`c${place}`)} as k${i}`)
  // With its length before each cell, no two rows are written alike.
  const marked = sorted.map((_, i) => `, coalesce(length(k${i}) || ':' || k${i}, '-')`)
  const bound = (HASHES * BigInt(Math.min(CANDIDATES, rowCount))) / BigInt(rowCount) - 1n
  const reader = await connection.runAndReadAll(
    `with cells as (select ${cells} from raw),
      messages as (select encode(concat($names${marked.join('')})) as message from cells),
      hashes as (select sha256($outer || unhex(sha256($inner || message))) as hash from messages)
    select sum(('0x' || hash[1:16])::ubigint), sum(('0x' || hash[17:32])::ubigint),
      list(distinct hash[33:48]) filter (hash[33:48] <= '${hexOf(bound, 16)}') from hashes`,
    {
      names: JSON.stringify(sorted.map(({ name }) => name)),
      inner: blobValue(padded(key, 0x36)),
      outer: blobValue(padded(key, 0x5c)),
    },
  )
  const [high, low, least] = reader.getRowsJS()[0] as [bigint, bigint, string[] | null]
  const found = (least ?? []).toSorted()
  const distinctRows = Math.round((found.length * Number(HASHES)) / Number(bound + 1n))
  return {
    rowCount,
    rows: hexOf(BigInt.asUintN(128, high * HASHES + low), 32),
    distinctRows,
    sketch: 2 * distinctRows < rowCount ? [] : found.slice(0, SKETCH_SIZE),
  }
}

const hexOf = (value: bigint, digits: number) => value.toString(16).padStart(digits, '0')

/** Limits the digits of fractions to those that all formats keep. */
const EXACT_DIGITS = 15

const MOMENT = '^(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}:\\d{2})(\\.\\d*)?(Z|\\+00(?::?00)?)?$'

/**
 * Returns SQL of a cell as all formats write it: fractions and exponents to 15 digits, moments cut to
 * seconds.
 */
function cellSql(cell: string): string {
  const spelled = `coalesce(format('{:.${EXACT_DIGITS}g}', try_cast(${cell} as double) + 0.0), ${cell})`
  return `case
    when ascii(${cell}) > ascii('9') then
      case when lower(${cell}) in ('true', 'false') then lower(${cell}) else ${cell} end
    when length(${cell}) >= 19 and ${cell}[5] = '-' then regexp_replace(${cell}, '${MOMENT}', '\\1 \\2')
    when contains(${cell}, '.') or contains(lower(${cell}), 'e') then ${spelled}
    else ${cell} end`
}

/** Returns the key as a block of HMAC, combined with a byte (RFC 2104). */
function padded(key: Uint8Array, byte: number): Uint8Array {
  const block = new Uint8Array(64).fill(byte)
  for (const [i, part] of key.entries()) block[i] = (block[i] ?? 0) ^ part
  return block
}
