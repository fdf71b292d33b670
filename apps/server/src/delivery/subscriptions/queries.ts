import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type SubscriptionRow = Selectable<DB['data_subscriptions']>
export type RevisionRow = Selectable<DB['data_subscription_revisions']>

/** Inserts a subscription; undefined where the client has one to the listing. */
export async function insertSubscription(
  tx: Tx,
  row: Insertable<DB['data_subscriptions']>,
): Promise<SubscriptionRow | undefined> {
  return await tx
    .insertInto('data_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Locks a subscription until the transaction ends. Requires the system role. */
export async function lockSubscription(tx: Tx, id: string): Promise<SubscriptionRow | undefined> {
  return await tx
    .selectFrom('data_subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateSubscription(
  tx: Tx,
  id: string,
  change: Updateable<DB['data_subscriptions']>,
): Promise<void> {
  await tx.updateTable('data_subscriptions').set(change).where('id', '=', id).execute()
}

export async function insertRevision(
  tx: Tx,
  row: Insertable<DB['data_subscription_revisions']>,
): Promise<void> {
  await tx.insertInto('data_subscription_revisions').values(row).execute()
}

export async function updateRevision(
  tx: Tx,
  { subscription_id, number }: Pick<RevisionRow, 'subscription_id' | 'number'>,
  change: Updateable<DB['data_subscription_revisions']>,
): Promise<void> {
  await tx
    .updateTable('data_subscription_revisions')
    .set(change)
    .where('subscription_id', '=', subscription_id)
    .where('number', '=', number)
    .execute()
}

export async function countRevisions(tx: Tx, subscriptionId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('data_subscription_revisions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the subscription of the revision that an offer orders, if any. Requires the system role. */
export async function findOrderedBy(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('data_subscription_revisions')
    .select(['subscription_id', 'number'])
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
}

/** Lists subscriptions that go on although their listing was taken down or a party's account was closed, after an ID. Requires the system role. */
const closedFromOutside = (after: string) => sql`
  select s.id from data_subscriptions s
  join listings l on l.id = s.listing_id
  join organizations c on c.id = s.client
  join organizations v on v.id = s.vendor
  where s.status <> 'ended' and s.id > ${after}
    and (l.status = 'taken_down' or c.is_terminated or v.is_terminated)`

/** Lists subscriptions with a revision under way, whose next one is due, or that end from outside, after an ID. Requires the system role. */
export async function listToAdvance(
  tx: Tx,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select subscription_id as id from data_subscription_revisions where ended_as is null and subscription_id > ${after}
    union select id from data_subscriptions where status = 'active' and next_due_at <= ${now} and id > ${after}
    union ${closedFromOutside(after)}
    order by id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

const standing = (tx: Tx) =>
  tx
    .selectFrom('data_subscriptions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .leftJoin('companies as v', 'v.id', 's.vendor')
    .select((eb) => [
      eb.fn.coalesce('v.is_vendor', sql<boolean>`false`).as('is_selling'),
      eb('l.status', '=', 'taken_down').as('is_taken_down'),
    ])

/** Returns what else decides about the next revision: whether the vendor may sell and the listing was taken down. Requires the system role. */
export async function findStanding(tx: Tx, { id }: Pick<SubscriptionRow, 'id'>) {
  return await standing(tx).where('s.id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Keeps the listing of a subscription as it is until the transaction ends; returns true if a revision may be ordered: its
 * vendor may sell, and the listing was not taken down. Requires the system role; lock the subscription after it.
 */
export async function keepOrderable(tx: Tx, id: string): Promise<boolean> {
  const found = await standing(tx).where('s.id', '=', id).forShare('l').executeTakeFirst()
  return found?.is_selling === true && !found.is_taken_down
}

/**
 * Lists how many revisions live and ended subscriptions on a source still promise, one row each: those that did not open,
 * and one under way that is not measured yet. Requires the system role.
 */
export async function listPromised(
  tx: Tx,
  sourceId: string,
): Promise<{ id: string; epsilon: number; revisions: number }[]> {
  const { rows } = await sql<{ id: string; epsilon: number; revisions: number }>`
    select s.id, s.epsilon, (case when s.status = 'ended' then 0 else s.revisions - r.opened end + r.unmeasured)::int as revisions
    from data_subscriptions s, lateral (
      select count(*) as opened, count(*) filter (where r.ended_as is null and not exists (
        select from contracts k join source_spendings m on m.deal = k.id and m.state in ('reserved', 'spent')
        where k.offer_id = r.offer_id)) as unmeasured
      from data_subscription_revisions r where r.subscription_id = s.id) r
    where s.source_id = ${sourceId}`.execute(tx)
  return rows.filter(({ revisions }) => revisions > 0)
}
