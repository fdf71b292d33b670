import { type Insertable, sql, type Updateable } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type EndpointRow = Awaited<ReturnType<typeof insertEndpoint>>

/** Lists an organization's endpoints, newest first; one row more than the page. */
export async function listEndpoints(
  tx: Tx,
  organization: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<EndpointRow[]> {
  return await tx
    .selectFrom('app.webhook_endpoints')
    .selectAll()
    .where('organization', '=', organization)
    .where(
      after === null
        ? sql<boolean>`true`
        : sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function insertEndpoint(tx: Tx, row: Insertable<DB['app.webhook_endpoints']>) {
  return await tx
    .insertInto('app.webhook_endpoints')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Has the organization's endpoints added one after the other, and counts them. */
export async function lockAndCount(tx: Tx, organization: string): Promise<number> {
  await sql`select from organizations where id = ${organization} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom('app.webhook_endpoints')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return count
}

/** Finds an endpoint of the organization. Undefined for those of others. */
export async function findEndpoint(tx: Tx, organization: string, id: string) {
  return await tx
    .selectFrom('app.webhook_endpoints')
    .select('id')
    .where('id', '=', id)
    .where('organization', '=', organization)
    .executeTakeFirst()
}

/** Locks an endpoint of the organization. Undefined for those of others. */
export async function lockEndpoint(tx: Tx, organization: string, id: string) {
  return await tx
    .selectFrom('app.webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateEndpoint(
  tx: Tx,
  id: string,
  change: Updateable<DB['app.webhook_endpoints']>,
): Promise<EndpointRow> {
  return await tx
    .updateTable('app.webhook_endpoints')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes endpoints with what was sent to them: one, or all of some organizations. */
export async function deleteEndpoints(
  tx: Tx,
  which: { id: string } | { organizations: string[] },
): Promise<void> {
  await tx
    .deleteFrom('app.webhook_endpoints')
    .where((eb) =>
      'id' in which ? eb('id', '=', which.id) : eb('organization', 'in', which.organizations),
    )
    .execute()
}

/** Marks an endpoint as failing from now on, or as working. Returns since when it fails. */
export async function markFailing(tx: Tx, id: string, now: Date): Promise<Date> {
  const row = await tx
    .updateTable('app.webhook_endpoints')
    .set({ failing_since: sql<Date>`coalesce(failing_since, ${now})` })
    .where('id', '=', id)
    .returning('failing_since')
    .executeTakeFirst()
  return row?.failing_since ?? now
}

/** Holds an endpoint back for some minutes. */
export async function markSlow(tx: Tx, id: string, minutes: number): Promise<void> {
  await tx
    .updateTable('app.webhook_endpoints')
    .set({ slow_until: sql<Date>`now() + ${minutes} * interval '1 minute'` })
    .where('id', '=', id)
    .execute()
}

export async function markWorking(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('app.webhook_endpoints')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute()
}

/** Disables an endpoint. Undefined if it is disabled already, or gone. */
export async function disableEndpoint(tx: Tx, id: string, as: 'gone' | 'unanswered') {
  return await tx
    .updateTable('app.webhook_endpoints')
    .set({ state: 'disabled', disabled_as: as })
    .where('id', '=', id)
    .where('state', '=', 'enabled')
    .returning(['id', 'organization', 'url'])
    .executeTakeFirst()
}

/** Forgets secrets whose overlap has ended. */
export async function forgetPreviousSecrets(tx: Tx): Promise<void> {
  await tx
    .updateTable('app.webhook_endpoints')
    .set({ previous_secret_sealed: null, previous_until: null })
    .where('previous_until', '<', sql<Date>`now()`)
    .execute()
}
