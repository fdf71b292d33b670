/** Knows original data again: by the bytes of its files, all rows of a table in any order and format, some of them, or the place of a table. */
import { describeOverlap, type SourceOverlap } from '@semblance/contract'
import { SKETCH_SIZE, type TablePrint } from '@semblance/synth'
import type { Tx } from '../../platform/database/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Measurement } from './measurement.ts'
import {
  deletePrints,
  insertPrints,
  insertSketch,
  listSketches,
  listSourcesOf,
} from './print-queries.ts'
import type { SpendingRow } from './queries.ts'

/** Makes a hit of so many rows that two sketches have in common. */
const MIN_SHARED_ROWS = 5

/** Allows equal rows to be coincidence in tables with fewer distinct ones, unless half of all are distinct. */
const MIN_DISTINCT_ROWS = 1024

/**
 * Lists the sources that the same data is accounted for in, without the measurement's own entry; the
 * strongest matches first, then the latest. Tables of few distinct rows match by their bytes alone.
 * Requires the system role.
 */
export async function recognizeSources(
  tx: Tx,
  {
    vendor,
    sha256s,
    tables,
    places = [],
    subject,
  }: Pick<Measurement, 'vendor' | 'sha256s' | 'tables' | 'places' | 'subject'>,
): Promise<SourceOverlap[]> {
  const among = (kind: 'sha256' | 'rows' | 'place', values: string[]) =>
    listSourcesOf(tx, vendor, { kind, values, except: subject })
  const telling = tables.filter(isTelling).map(({ rows }) => rows)
  const matches = {
    file: await among('sha256', sha256s),
    rows: await among('rows', telling),
    some_rows: await among('rows', await listOverlapping(tx, vendor, tables)),
    place: await among('place', places),
  }
  const found = new Map<string, SourceOverlap>()
  for (const match of ['file', 'rows', 'some_rows', 'place'] as const)
    for (const { id, name } of matches[match])
      if (!found.has(id)) found.set(id, { id, name, match })
  return [...found.values()]
}

const isTelling = ({ distinctRows, rowCount }: TablePrint) =>
  distinctRows >= Math.min(MIN_DISTINCT_ROWS, rowCount / 2)

/** Lists the prints of tables that share rows with one of these. */
async function listOverlapping(tx: Tx, vendor: string, tables: TablePrint[]): Promise<string[]> {
  const prints: string[] = []
  for (const { sketch } of tables) {
    if (sketch.length === 0) continue
    const hashes = sketch.map(toStored)
    for (const other of await listSketches(tx, vendor, hashes))
      if (sharesRows(sketch, other.hashes.map(toHash).toSorted())) prints.push(other.rows_print)
  }
  return prints
}

/**
 * Returns true if two sketches have enough hashes in common below the threshold down to which both
 * are complete: there, they are samples of the same rows.
 */
export function sharesRows(one: string[], other: string[]): boolean {
  const ends = [one, other].flatMap((sketch) => sketch.slice(SKETCH_SIZE - 1))
  const below = ends.toSorted()[0]
  const found = new Set(other)
  const shared = one.filter((hash) => found.has(hash) && (below === undefined || hash <= below))
  return shared.length >= MIN_SHARED_ROWS
}

/** Converts 16 hexadecimal digits to the signed number that PostgreSQL stores, and back. */
const toStored = (hash: string): bigint => BigInt.asIntN(64, BigInt(`0x${hash}`))
const toHash = (stored: bigint): string => BigInt.asUintN(64, stored).toString(16).padStart(16, '0')

/** Keeps what a measurement is known again by, as far as it is known. */
export async function keepPrints(
  tx: Tx,
  spending: Pick<SpendingRow, 'id' | 'vendor'>,
  { sha256s, tables, places = [] }: Pick<Measurement, 'sha256s' | 'tables' | 'places'>,
): Promise<void> {
  await insertPrints(tx, spending, { kind: 'sha256', values: sha256s })
  await insertPrints(tx, spending, { kind: 'rows', values: namedRows(tables) })
  await insertPrints(tx, spending, { kind: 'place', values: places })
  for (const { rows, sketch } of tables)
    if (sketch.length > 0)
      await insertSketch(tx, spending.vendor, { rows_print: rows, hashes: sketch.map(toStored) })
}

/** Removes it from a measurement that was not made. */
export const forgetPrints = deletePrints

/** Returns the print of each table; of a second table with the same rows with its number. */
function namedRows(tables: TablePrint[]): string[] {
  const seen = new Map<string, number>()
  return tables.map(({ rows }) => {
    const number = (seen.get(rows) ?? 0) + 1
    seen.set(rows, number)
    return number === 1 ? rows : `${rows}:${number}`
  })
}

/**
 * Throws source_overlaps for data that other sources have, but not this one; null for a new one. Where a contract binds the
 * measurement to a source, no other can be chosen: then the data cannot be measured at all.
 */
export function refuseOverlap(
  { boundTo }: Pick<Measurement, 'boundTo'>,
  known: SourceOverlap[],
  sourceId: string | null,
): void {
  const [first] = known
  if (!first || known.some(({ id }) => id === sourceId)) return
  const message =
    boundTo === undefined
      ? `${describeOverlap(first)} Choose that source.`
      : `${describeOverlap(first)} Revisions of this subscription are charged to the source ${boundTo} alone, so that none can be made of these rows. Submit rows that are accounted for in no other source.`
  throw new AppError('source_overlaps', { field: 'source', message })
}
