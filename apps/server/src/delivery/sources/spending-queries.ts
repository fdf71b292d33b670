/** Reads measurements: open ones, spent ones, and those of a source. */
import { type NotNull, sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { SpendingRow, Subject } from './queries.ts'

/** Returns a measurement of a vendor. Requires the system role. */
export async function findSpending(
  tx: Tx,
  { id, vendor }: Pick<SpendingRow, 'id' | 'vendor'>,
): Promise<SpendingRow | undefined> {
  return await tx
    .selectFrom('source_spendings')
    .selectAll()
    .where('id', '=', id)
    .where('vendor', '=', vendor)
    .executeTakeFirst()
}

/** Returns the open reservation of a subject, or undefined. Requires the system role. */
export async function findReservation(
  tx: Tx,
  { purpose, subject }: Subject,
): Promise<SpendingRow | undefined> {
  return await tx
    .selectFrom('source_spendings')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('state', '=', 'reserved')
    .executeTakeFirst()
}

/** Lists the IDs of all measurements of a subject. Requires the system role. */
export async function listSpendingIds(tx: Tx, { purpose, subject }: Subject): Promise<string[]> {
  const rows = await tx
    .selectFrom('source_spendings')
    .select('id')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Lists the subjects of a deal's spent runs that drew from a measurement; without a deal, those of twins for listings, each
 * of which is a deal of its own. Requires the system role.
 */
export async function listDrawn(tx: Tx, deal: string | null, drawnFrom: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('source_spendings')
    .select('subject')
    .where((eb) => eb('deal', '=', deal ?? eb.ref('subject')))
    .where('drawn_from', '=', drawnFrom)
    .where('state', '=', 'spent')
    .execute()
  return rows.map(({ subject }) => subject)
}

/** Returns the title of the twin for a listing that a subject is; null for others. */
export async function findTwinTitle(tx: Tx, { purpose, subject }: Subject): Promise<string | null> {
  if (purpose !== 'delivery') return null
  const found = await tx
    .selectFrom('measured_twins')
    .select('title')
    .where('delivery_id', '=', subject)
    .executeTakeFirst()
  return found?.title ?? null
}

/** Compares a twin for a listing with the delivery that a measurement was made for. */
const isOfTwin = (twin: string, spending: string) => sql<boolean>`
  ${sql.ref(`${twin}.delivery_id`)} = case when ${sql.ref(`${spending}.purpose`)} = 'delivery'
    then ${sql.ref(`${spending}.subject`)}::uuid end`

export type ListedSpending = SpendingRow & {
  twin_title: string | null
  drawn_deal: string | null
  drawn_twin: string | null
}

/**
 * Lists the measurements of a source, newest first, with one more than the page has; each with what the one that it was
 * drawn from was made for, and with the titles of twins for listings.
 */
export async function listSpendingRows(
  tx: Tx,
  sourceId: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<ListedSpending[]> {
  let query = tx
    .selectFrom('source_spendings as m')
    .leftJoin('source_spendings as first', 'first.id', 'm.drawn_from')
    .leftJoin('measured_twins as twin', (join) => join.on(isOfTwin('twin', 'm')))
    .leftJoin('measured_twins as other', (join) => join.on(isOfTwin('other', 'first')))
    .selectAll('m')
    .select(['twin.title as twin_title', 'first.deal as drawn_deal', 'other.title as drawn_twin'])
    .where('m.source_id', '=', sourceId)
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('m.created_at', 'm.id'), '<', tuple(after.at, after.id)),
    )
  return await query
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Returns the measurement that a subject has spent, or undefined. Requires the system role. */
export async function findSpent(tx: Tx, { purpose, subject }: Subject) {
  return await tx
    .selectFrom('source_spendings')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('state', '=', 'spent')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .$narrowType<{
      rho_before_billionths: NotNull
      delta_before: NotNull
      limit_then_billionths: NotNull
    }>()
    .executeTakeFirst()
}

/** Counts the spent runs for deliveries and listings on a source, and adds up what all its measurements spent. Requires the system role. */
export async function sumSpent(
  tx: Tx,
  sourceId: string,
): Promise<{ runs: number; billionths: bigint; delta: number }> {
  return await tx
    .selectFrom('source_spendings')
    .select([
      sql<number>`(count(*) filter (where purpose = 'delivery'))::int`.as('runs'),
      sql<bigint>`coalesce(sum(rho_billionths), 0)::bigint`.as('billionths'),
      sql<number>`coalesce(sum(delta), 0)`.as('delta'),
    ])
    .where('source_id', '=', sourceId)
    .where('state', '=', 'spent')
    .executeTakeFirstOrThrow()
}

/**
 * Counts the measured runs of a deal on a source up to one of them; of a twin for a listing, which is a deal of its own, those
 * of all such twins, as its vendor may list any of them. Requires the system role.
 */
export async function countRuns(
  tx: Tx,
  {
    source_id,
    subject,
    deal,
    rho_before_billionths,
  }: Pick<SpendingRow, 'source_id' | 'subject' | 'deal'> & {
    rho_before_billionths: bigint
  },
): Promise<number> {
  const { runs } = await tx
    .selectFrom('source_spendings')
    .select(sql<number>`count(*)::int`.as('runs'))
    .where((eb) => eb('deal', '=', deal === subject ? eb.ref('subject') : deal))
    .where('source_id', '=', source_id)
    .where('state', '=', 'spent')
    .where('rho_before_billionths', '<=', rho_before_billionths) // which grows with each of them
    .executeTakeFirstOrThrow()
  return runs
}
