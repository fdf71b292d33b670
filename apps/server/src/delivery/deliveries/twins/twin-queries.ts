import { type Insertable, sql } from 'kysely'
import type { Position } from '../../../platform/database/cursor.ts'
import type { DB } from '../../../platform/database/database.gen.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { unfinishedStatuses } from '../files/draft-queries.ts'

/** Enters a twin that a vendor is about to upload data for. Requires the system role. */
export async function insertTwin(
  tx: Tx,
  {
    created_by,
    ...twin
  }: Omit<Insertable<DB['measured_twins']>, 'delivery_id'> & {
    created_by: string | null
  },
): Promise<string> {
  const { vendor } = twin
  const { id } = await tx
    .insertInto('deliveries')
    .values({ vendor, created_by, file_name: '', file_bytes: 0n, status: 'draft' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('measured_twins')
    .values({ ...twin, delivery_id: id })
    .execute()
  return id
}

/** Returns what a twin is measured for. */
export async function getTwin(tx: Tx, id: string) {
  return await tx
    .selectFrom('measured_twins')
    .selectAll()
    .where('delivery_id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Throws not_found for a twin of another vendor. */
export async function requireOwnTwin({ tx }: Ctx, vendor: string, id: string): Promise<void> {
  const found = await tx
    .selectFrom('measured_twins')
    .select('delivery_id')
    .where('delivery_id', '=', id)
    .where('vendor', '=', vendor)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
}

const withDelivery = (tx: Tx, vendor: string) =>
  tx
    .selectFrom('measured_twins as t')
    .innerJoin('deliveries as d', 'd.id', 't.delivery_id')
    .where('t.vendor', '=', vendor)

/** Selects what was made of a twin: its latest listing and its certificate. */
const withMade = (tx: Tx, vendor: string) =>
  withDelivery(tx, vendor)
    .leftJoin('certificates as c', 'c.delivery_id', 't.delivery_id')
    .select('c.id as certificate_id')
    .select((eb) =>
      eb
        .selectFrom('listings as l')
        .select('l.id')
        .whereRef('l.delivery_id', '=', 't.delivery_id')
        .orderBy('l.created_at', 'desc')
        .limit(1)
        .as('listing_id'),
    )

export async function findTwin(tx: Tx, vendor: string, id: string) {
  return await withMade(tx, vendor)
    .selectAll('d')
    .select(['t.title', 't.category', 't.privacy_level'])
    .where('t.delivery_id', '=', id)
    .executeTakeFirst()
}

/** Lists a vendor's twins, newest first, with one more than the page has. */
export async function listTwins(
  tx: Tx,
  vendor: string,
  { after, limit }: { after: Position | null; limit: number },
) {
  let query = withMade(tx, vendor).select([
    ...(['t.delivery_id as id', 't.title', 't.created_at'] as const),
    ...(['d.status', 'd.file_name', 'd.reason'] as const),
  ])
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('t.created_at', 't.delivery_id'), '<', tuple(after.at, after.id)),
    )
  return await query
    .orderBy('t.created_at', 'desc')
    .orderBy('t.delivery_id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Lets the starts of a vendor's twins go one after the other for the rest of the transaction. */
export async function lockTwinsOf(tx: Tx, vendor: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`twins:${vendor}`}, 0))`.execute(tx)
}

/**
 * Lists and locks twins without data that wait for their vendor and were begun before a time; the time in which one was held
 * does not count. Requires the system role.
 */
export async function listForgottenTwins(tx: Tx, begunBefore: Date) {
  return await tx
    .selectFrom('deliveries as d')
    .innerJoin('measured_twins as t', 't.delivery_id', 'd.id')
    .select(['d.id', 'd.contract_id', 'd.client', 'd.vendor'])
    .where('d.contract_id', 'is', null)
    // Literals: a plan for any statuses cannot know that the index of live deliveries holds these.
    .where('d.status', 'in', [sql.lit<'draft'>('draft'), sql.lit<'review'>('review')])
    .where('d.superseded_at', 'is', null)
    .where(sql<boolean>`t.created_at + d.held_ms * interval '1 millisecond' < ${begunBefore}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploads as u')
            .select('u.id')
            .whereRef('u.delivery_id', '=', 'd.id')
            .where('u.state', '=', 'open'),
        ),
      ),
    )
    .forUpdate('d')
    .skipLocked()
    .execute()
}

/** Counts a vendor's twins that are under way. */
export async function countOpenTwins(tx: Tx, vendor: string): Promise<number> {
  const { count } = await withDelivery(tx, vendor)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('d.status', 'in', unfinishedStatuses)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Locks the unfinished twins of some vendors. Requires the system role. */
export async function lockOpenTwins(tx: Tx, vendors: string[]) {
  return await tx
    .selectFrom('measured_twins as t')
    .innerJoin('deliveries as d', 'd.id', 't.delivery_id')
    .selectAll('d')
    .where('t.vendor', 'in', vendors)
    .where('d.status', 'in', unfinishedStatuses)
    .orderBy('d.id')
    .forUpdate('d')
    .execute()
}
