import { type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type SourceRow = Selectable<DB['sources']>
export type SpendingRow = Selectable<DB['source_spendings']>
export type Subject = Pick<SpendingRow, 'purpose' | 'subject'>

export async function insertSource(
  tx: Tx,
  row: Pick<SourceRow, 'vendor' | 'name' | 'rho_limit_billionths'>,
): Promise<SourceRow> {
  return await tx.insertInto('sources').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Locks a vendor's source for the rest of the transaction. Returns undefined for those of others. */
export async function lockSource(
  tx: Tx,
  { id, vendor }: Pick<SourceRow, 'id' | 'vendor'>,
): Promise<SourceRow | undefined> {
  return await tx
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', id)
    .where('vendor', '=', vendor)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks the source of an open reservation: before the reservation, as those who reserve do. */
export async function lockSourceOf(tx: Tx, { purpose, subject }: Subject): Promise<void> {
  await tx
    .selectFrom('sources')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('source_spendings')
        .select('source_id')
        .where('purpose', '=', purpose)
        .where('subject', '=', subject)
        .where('state', '=', 'reserved'),
    )
    .forUpdate()
    .execute()
}

/** Adds to what a source has reserved and spent; each may be negative. */
export async function addToSource(
  tx: Tx,
  id: string,
  change: { reserved: bigint; spent: bigint },
): Promise<void> {
  await tx
    .updateTable('sources')
    .set((eb) => ({
      rho_reserved_billionths: eb('rho_reserved_billionths', '+', change.reserved),
      rho_spent_billionths: eb('rho_spent_billionths', '+', change.spent),
    }))
    .where('id', '=', id)
    .execute()
}

export async function insertReservation(
  tx: Tx,
  row: Pick<
    SpendingRow,
    'source_id' | 'vendor' | 'purpose' | 'subject' | 'rho_billionths' | 'delta'
  >,
): Promise<void> {
  await tx.insertInto('source_spendings').values(row).execute()
}

/** Locks the open reservation of a subject. Returns undefined if it has none. */
export async function lockReservation(
  tx: Tx,
  { purpose, subject }: Subject,
): Promise<SpendingRow | undefined> {
  return await tx
    .selectFrom('source_spendings')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('state', '=', 'reserved')
    .forUpdate()
    .executeTakeFirst()
}

/** Records when the first count is made; the first of several measurements stays. */
export async function setMeasured(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('source_spendings')
    .set({ measured_at: sql`coalesce(measured_at, now())` })
    .where('id', '=', id)
    .execute()
}

export async function endReservation(
  tx: Tx,
  id: string,
  ended: Pick<SpendingRow, 'state' | 'rho_billionths' | 'delta'>,
): Promise<void> {
  await tx
    .updateTable('source_spendings')
    .set({ ...ended, ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
