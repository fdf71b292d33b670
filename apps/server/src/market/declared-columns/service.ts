/** Keeps the columns that vendors declare, and finds vendors by what their names mean. */
import { type DeclaredColumn, meaningOfName, type NamedColumn } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Limits the vendors that are found for one meaning of a column. */
const MAX_OF_MEANING = 2000

/** Lists what a vendor declares, in its order. Call as the system. */
export async function listDeclared(tx: Tx, vendor: string): Promise<DeclaredColumn[]> {
  const { rows } = await sql<DeclaredColumn>`
    select name, holds from app.vendor_columns where vendor = ${vendor} order by position`.execute(
    tx,
  )
  return rows
}

/** Replaces what a vendor declares. Call as the system. */
export async function replaceDeclared(
  tx: Tx,
  vendor: string,
  columns: readonly DeclaredColumn[],
): Promise<void> {
  await sql`select from organizations where id = ${vendor} for no key update`.execute(tx)
  await sql`delete from app.vendor_columns where vendor = ${vendor}`.execute(tx)
  const names = columns.map(({ name }) => name)
  await sql`
    insert into app.vendor_columns (vendor, position, name, holds, words)
    select ${vendor}, c.position, c.name, c.holds, c.words
    from unnest(${names}::text[], ${columns.map(({ holds }) => holds)}::text[],
      ${names.map((name) => meaningOfName(name).words)}::text[]) with ordinality c (name, holds, words, position)`.execute(
    tx,
  )
}

/**
 * Returns the declared columns of those vendors that declare most of these meanings, by vendor; columns
 * of other meanings are left out. Call as the system.
 */
export async function findDeclaring(
  tx: Tx,
  names: readonly string[],
  limit: number,
): Promise<Map<string, NamedColumn[]>> {
  const words = [...new Set(names.map((name) => meaningOfName(name).words))]
  const { rows } = await sql<DeclaredColumn & { vendor: string }>`
    with found as materialized (
      select f.vendor from unnest(${words}::text[]) w (words)
      cross join lateral (select distinct c.vendor from app.vendor_columns c where c.words = w.words
        order by c.vendor desc limit ${MAX_OF_MEANING}::integer) f
      group by f.vendor order by count(*) desc, f.vendor desc limit ${limit}::integer
    )
    select c.vendor, c.name, c.holds from found f join app.vendor_columns c using (vendor)
    where c.words = any (${words}::text[]) order by c.vendor, c.position`.execute(tx)
  const byVendor = Map.groupBy(rows, ({ vendor }) => vendor)
  return new Map(
    [...byVendor].map(([vendor, own]) => [
      vendor,
      own.map(({ name, holds }) => ({ name, values: holds })),
    ]),
  )
}
