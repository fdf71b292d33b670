import { type Insertable, sql, type Updateable } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type DestinationRow = Awaited<ReturnType<typeof insertDestination>>

/** Lists an organization's destinations, newest first; one row more than the page. */
export async function listDestinations(
  tx: Tx,
  organization: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<DestinationRow[]> {
  return await tx
    .selectFrom('app.push_destinations')
    .selectAll()
    .where('organization', '=', organization)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function insertDestination(tx: Tx, row: Insertable<DB['app.push_destinations']>) {
  return await tx
    .insertInto('app.push_destinations')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Has the organization's destinations added one after the other, and counts them. */
export async function lockAndCount(tx: Tx, organization: string): Promise<number> {
  await sql`select from organizations where id = ${organization} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom('app.push_destinations')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns a destination of the organization. Undefined for those of others. */
export async function findDestination(tx: Tx, organization: string, id: string) {
  return await tx
    .selectFrom('app.push_destinations')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .executeTakeFirst()
}

/** Locks a destination of the organization. Undefined for those of others. */
export async function lockDestination(tx: Tx, organization: string, id: string) {
  return await tx
    .selectFrom('app.push_destinations')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Lists destinations that deliveries go to by themselves; of one kind, if given. None of a suspended client. */
export async function listAutomatic(tx: Tx, organization: string, kind?: 'sftp') {
  return await tx
    .selectFrom('app.push_destinations as t')
    .innerJoin('organizations as o', 'o.id', 't.organization')
    .selectAll('t')
    .where('t.organization', '=', organization)
    .where('o.is_active', '=', true)
    .where('t.state', '=', 'enabled')
    .where('t.is_automatic', '=', true)
    .$if(kind !== undefined, (query) => query.where('t.kind', '=', 'sftp'))
    .orderBy('t.created_at')
    .execute()
}

export async function updateDestination(
  tx: Tx,
  id: string,
  change: Updateable<DB['app.push_destinations']>,
): Promise<DestinationRow> {
  return await tx
    .updateTable('app.push_destinations')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Disables a destination. Undefined if it is disabled already, or gone. */
export async function disableDestination(tx: Tx, id: string, as: 'host_key_differs' | 'dead') {
  return await tx
    .updateTable('app.push_destinations')
    .set({ state: 'disabled', disabled_as: as })
    .where('id', '=', id)
    .where('state', '=', 'enabled')
    .returningAll()
    .executeTakeFirst()
}

/** Deletes destinations with their secrets: one, or all of some organizations. */
export async function deleteDestinations(
  tx: Tx,
  which: { id: string } | { organizations: string[] },
): Promise<void> {
  await tx
    .deleteFrom('app.push_destinations')
    .where((eb) =>
      'id' in which ? eb('id', '=', which.id) : eb('organization', 'in', which.organizations),
    )
    .execute()
}
