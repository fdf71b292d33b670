/** Prints: hashes by which measured files and tables are known again. */
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { SourceRow, SpendingRow } from './queries.ts'

/** Names prints of one kind: SHA-256 of files, sums of the hashes of rows, or hashes of where tables are. */
export type Prints = { kind: 'sha256' | 'rows' | 'place'; values: string[] }

/** Keeps prints of what a measurement reads; those that it has are left. */
export async function insertPrints(
  tx: Tx,
  { id, vendor }: Pick<SpendingRow, 'id' | 'vendor'>,
  { kind, values }: Prints,
): Promise<void> {
  if (values.length === 0) return
  const rows = [...new Set(values)].map((value) => ({ vendor, kind, value, spending_id: id }))
  await tx
    .insertInto('app.source_prints')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type SketchRow = { rows_print: string; hashes: bigint[] }

/** Keeps a table's sketch, once for the same rows. */
export async function insertSketch(
  tx: Tx,
  vendor: string,
  { rows_print, hashes }: SketchRow,
): Promise<void> {
  await tx
    .insertInto('app.source_sketches')
    .values({ vendor, rows_print, hashes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the prints of a measurement that was not made, and sketches that no other one has. */
export async function deletePrints(tx: Tx, { id, vendor }: SpendingRow): Promise<void> {
  const deleted = await tx
    .deleteFrom('app.source_prints')
    .where('spending_id', '=', id)
    .returning(['kind', 'value'])
    .execute()
  const values = deleted.filter(({ kind }) => kind === 'rows').map(({ value }) => value)
  if (values.length === 0) return
  await tx
    .deleteFrom('app.source_sketches as s')
    .where('s.vendor', '=', vendor)
    .where('s.rows_print', 'in', values)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('app.source_prints as p')
            .select('p.value')
            .whereRef('p.vendor', '=', 's.vendor')
            .where('p.kind', '=', 'rows')
            .whereRef('p.value', '=', 's.rows_print'),
        ),
      ),
    )
    .execute()
}

/** Selects a vendor's measurements, but one; those that ended before they measured count no more. */
const counted = (tx: Tx, vendor: string) =>
  tx
    .selectFrom('app.source_prints as p')
    .innerJoin('source_spendings as m', 'm.id', 'p.spending_id')
    .where('p.vendor', '=', vendor)
    .where('m.state', '<>', 'released')

/** Lists the sources that have any of these prints, the latest first. `except` names the measurement that asks. */
export async function listSourcesOf(
  tx: Tx,
  vendor: string,
  { kind, values, except }: Prints & { except: string },
): Promise<Pick<SourceRow, 'id' | 'name'>[]> {
  if (values.length === 0) return []
  return await counted(tx, vendor)
    .innerJoin('sources as s', 's.id', 'm.source_id')
    .select(['s.id', 's.name'])
    .where('p.kind', '=', kind)
    .where('p.value', 'in', values)
    .where('m.subject', '<>', except)
    .orderBy('m.created_at', 'desc')
    .execute()
}

/** Lists a vendor's sketches that have any of these hashes. */
export async function listSketches(tx: Tx, vendor: string, hashes: bigint[]): Promise<SketchRow[]> {
  const rows = await tx
    .selectFrom('app.source_sketches')
    .select(['rows_print', 'hashes'])
    .where('vendor', '=', vendor)
    .where(sql<SqlBool>`hashes && ${hashes.map(String)}::bigint[]`)
    .execute()
  return rows.map(({ rows_print, hashes }) => ({ rows_print, hashes: hashes.map(BigInt) }))
}
