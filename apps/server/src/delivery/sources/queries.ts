import { type Insertable, type Selectable, sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type SourceRow = Selectable<DB['sources']>
export type SpendingRow = Selectable<DB['source_spendings']>
export type Subject = Pick<SpendingRow, 'purpose' | 'subject'>

export async function insertSource(tx: Tx, row: Insertable<DB['sources']>): Promise<SourceRow> {
  return await tx.insertInto('sources').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Lets the vendor's reservations go one after the other for the rest of the transaction. */
export async function lockSourcesOf(tx: Tx, vendor: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sources:${vendor}`}, 0))`.execute(tx)
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

/**
 * Locks the sources of the vendor of an open reservation, and of them its own: before the reservation, as
 * those who reserve do. Returns undefined without one.
 */
export async function lockSourceOf(tx: Tx, subject: Subject): Promise<SourceRow | undefined> {
  const open = await tx
    .selectFrom('source_spendings')
    .select('vendor')
    .where('purpose', '=', subject.purpose)
    .where('subject', '=', subject.subject)
    .where('state', '=', 'reserved')
    .executeTakeFirst()
  if (!open) return undefined
  await lockSourcesOf(tx, open.vendor)
  return await tx
    .selectFrom('sources')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('source_spendings')
        .select('source_id')
        .where('purpose', '=', subject.purpose)
        .where('subject', '=', subject.subject)
        .where('state', '=', 'reserved'),
    )
    .forUpdate()
    .executeTakeFirst()
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

/** Inserts a measurement, reserved unless the row says otherwise. */
export async function insertSpending(
  tx: Tx,
  row: Insertable<DB['source_spendings']>,
): Promise<SpendingRow> {
  return await tx
    .insertInto('source_spendings')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
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

/** Records when the first count is made, of which the first of several stays, and what is reserved by then. */
export async function setMeasured(
  tx: Tx,
  id: string,
  reserved: Pick<SpendingRow, 'rho_billionths' | 'delta' | 'drawn_from'>,
): Promise<void> {
  await tx
    .updateTable('source_spendings')
    .set({ measured_at: sql`coalesce(measured_at, now())`, ...reserved })
    .where('id', '=', id)
    .execute()
}

/** Records what the stored model of a measurement cost; null once the model is let go. */
export async function setModelCost(tx: Tx, id: string, model_rho_billionths: bigint | null) {
  await tx
    .updateTable('source_spendings')
    .set({ model_rho_billionths })
    .where('id', '=', id)
    .execute()
}

export async function endReservation(
  tx: Tx,
  id: string,
  ended: Pick<SpendingRow, 'state' | 'rho_billionths' | 'delta'> &
    Partial<Pick<SpendingRow, 'rho_before_billionths' | 'delta_before' | 'limit_then_billionths'>>,
): Promise<void> {
  await tx
    .updateTable('source_spendings')
    .set({ ...ended, ended_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export type Deltas = { spent: number; reserved: number }

/** Adds up the deltas of the measurements of some sources, by ID. Lock a source to which others must not add. */
export async function sumDeltas(tx: Tx, sourceIds: string[]): Promise<(id: string) => Deltas> {
  const rows = await tx
    .selectFrom('source_spendings')
    .select('source_id')
    .select(sql<number>`coalesce(sum(delta) filter (where state = 'spent'), 0)`.as('spent'))
    .select(sql<number>`coalesce(sum(delta) filter (where state = 'reserved'), 0)`.as('reserved'))
    .where('source_id', 'in', sourceIds)
    .groupBy('source_id')
    .execute()
  const sums = new Map(rows.map((row) => [row.source_id, row]))
  return (id) => sums.get(id) ?? { spent: 0, reserved: 0 }
}

export async function findSource(
  tx: Tx,
  { id, vendor }: Pick<SourceRow, 'id' | 'vendor'>,
): Promise<SourceRow | undefined> {
  return await tx
    .selectFrom('sources')
    .selectAll()
    .where('id', '=', id)
    .where('vendor', '=', vendor)
    .executeTakeFirst()
}

/** Lists a vendor's sources, newest first, with one more than the page has. */
export async function listSourceRows(
  tx: Tx,
  vendor: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<SourceRow[]> {
  let query = tx.selectFrom('sources').selectAll().where('vendor', '=', vendor)
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(after.at, after.id)),
    )
  return await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Returns the source from which one of some deals was last measured, or was about to be; for a revision, its subscription's. */
export async function findSourceOfDeals(
  tx: Tx,
  vendor: string,
  deals: string[],
): Promise<SourceRow | undefined> {
  const measured = await tx
    .selectFrom('source_spendings as m')
    .innerJoin('sources as s', 's.id', 'm.source_id')
    .selectAll('s')
    .where('m.deal', 'in', deals)
    .where('m.vendor', '=', vendor)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return measured ?? (await findSubscribed(tx, vendor, deals))
}

const findSubscribed = (tx: Tx, vendor: string, deals: string[]): Promise<SourceRow | undefined> =>
  tx
    .selectFrom('contracts as k')
    .innerJoin('data_subscription_revisions as r', 'r.offer_id', 'k.offer_id')
    .innerJoin('data_subscriptions as u', 'u.id', 'r.subscription_id')
    .innerJoin('sources as s', 's.id', 'u.source_id')
    .selectAll('s')
    .where('k.id', 'in', deals)
    .where('k.vendor', '=', vendor)
    .limit(1)
    .executeTakeFirst()

export async function setLimitOfSource(
  tx: Tx,
  id: string,
  change: Pick<SourceRow, 'rho_limit_billionths' | 'limit_raised_at'>,
): Promise<void> {
  await tx.updateTable('sources').set(change).where('id', '=', id).execute()
}
