import type { PushFailure } from '@semblance/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type PushRow = NonNullable<Awaited<ReturnType<typeof findPush>>>

/** Lists what was sent of a contract's deliveries, newest first; one row more than the page. */
export async function listPushes(
  tx: Tx,
  contractId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<PushRow[]> {
  return await tx
    .selectFrom('app.pushes')
    .selectAll()
    .where('contract_id', '=', contractId)
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function findPush(tx: Tx, id: string) {
  return await tx.selectFrom('app.pushes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists pushes on their way that no job takes up. Requires the system role. */
export async function listWithoutJob(tx: Tx) {
  return await tx
    .selectFrom('app.pushes as p')
    .selectAll()
    .where('p.state', '=', 'pending')
    .where(sql<boolean>`not exists (select from app.jobs j where j.key = 'push:' || p.id)`)
    .execute()
}

/** Locks what was sent of a delivery to a destination. Undefined for nothing. */
export async function lockPushTo(tx: Tx, deliveryId: string, destination: string) {
  return await tx
    .selectFrom('app.pushes')
    .select(['id', 'state', 'failure'])
    .where('delivery_id', '=', deliveryId)
    .where('destination', '=', destination)
    .forUpdate()
    .executeTakeFirst()
}

/** Adds a push. Undefined if the delivery goes or went to that destination already. */
export async function insertPush(tx: Tx, row: Insertable<DB['app.pushes']>) {
  return await tx
    .insertInto('app.pushes')
    .values(row)
    .onConflict((oc) => oc.columns(['delivery_id', 'destination']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updatePush(
  tx: Tx,
  id: string,
  change: Updateable<DB['app.pushes']>,
): Promise<PushRow> {
  return await tx
    .updateTable('app.pushes')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a push that is on its way. Undefined for one that has ended. */
export async function updatePending(tx: Tx, id: string, change: Updateable<DB['app.pushes']>) {
  return await tx
    .updateTable('app.pushes')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** Notes a file that arrived, while the push is on its way. */
export async function addSent(
  tx: Tx,
  id: string,
  file: { name: string; bytes: number },
): Promise<void> {
  await tx
    .updateTable('app.pushes')
    .set({
      sent: sql`array_append(sent, ${file.name}::text)`,
      sent_bytes: sql<bigint>`sent_bytes + ${file.bytes}`,
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Describes a push that has ended for its announcement. */
export type EndedPush = Pick<PushRow, 'id' | 'contract_id' | 'delivery_id' | 'client'>

/** Ends all that is on its way to a destination. Returns what has ended. */
export async function endPending(
  tx: Tx,
  destination: string,
  { failure, now }: { failure: PushFailure; now: Date },
): Promise<EndedPush[]> {
  return await tx
    .updateTable('app.pushes')
    .set({ state: 'failed', failure, finished_at: now, next_at: null })
    .where('destination', '=', destination)
    .where('state', '=', 'pending')
    .returning(['id', 'contract_id', 'delivery_id', 'client'])
    .execute()
}

/** Makes all that is on its way to a destination due, with all its tries. Leaves out what waits for the end of a dispute. */
export async function restartPending(tx: Tx, destination: string, now: Date): Promise<PushRow[]> {
  return await tx
    .updateTable('app.pushes')
    .set({ attempts: 0, next_at: now })
    .where('destination', '=', destination)
    .where('state', '=', 'pending')
    .where(sql<boolean>`failure is distinct from 'disputed'`)
    .returningAll()
    .execute()
}

/** Returns a contract's parties and agreed method. Requires the system role. */
export async function getAgreedMethod(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .select(['k.id', 'k.client', 'k.title', 'k.dpr_id', 'k.status', 'o.delivery_method'])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
}

/** Returns the newest ready delivery of a contract. */
export async function findNewestReady(tx: Tx, contractId: string) {
  return await tx
    .selectFrom('deliveries')
    .select(['id', 'superseded_at'])
    .where('contract_id', '=', contractId)
    .where('status', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the place of a delivery among the contract's ready ones, from 1. */
export async function numberOf(tx: Tx, contractId: string, deliveryId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('deliveries')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('contract_id', '=', contractId)
    .where('status', '=', 'ready')
    .where('id', '<=', deliveryId)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns what decides whether a push may go on. Undefined if its delivery is gone. Requires the system role. */
export async function findStanding(tx: Tx, id: string) {
  return await tx
    .selectFrom('app.pushes as p')
    .innerJoin('deliveries as d', 'd.id', 'p.delivery_id')
    .innerJoin('contracts as k', 'k.id', 'p.contract_id')
    .innerJoin('organizations as c', 'c.id', 'p.client')
    .leftJoin('app.push_destinations as t', 't.id', 'p.destination')
    .select(['p.state', 'k.status', 'd.status as delivery_status', 'd.superseded_at'])
    .select(['c.is_active', 't.state as target_state'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}

/** Returns a destination as a push needs it. */
export async function findTarget(tx: Tx, destination: string) {
  return await tx
    .selectFrom('app.push_destinations')
    .selectAll()
    .where('id', '=', destination)
    .executeTakeFirst()
}
