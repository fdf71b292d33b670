import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type ConnectionRow = Selectable<DB['app.connections']>

/** Lists an organization's connections, newest first; one row more than the page. */
export async function listConnections(
  tx: Tx,
  organization: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<ConnectionRow[]> {
  return await tx
    .selectFrom('app.connections')
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

/** Has the organization's connections added one after the other, and counts them. */
export async function lockAndCount(tx: Tx, organization: string): Promise<number> {
  await sql`select from organizations where id = ${organization} for no key update`.execute(tx)
  const { count } = await tx
    .selectFrom('app.connections')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertConnection(
  tx: Tx,
  row: Insertable<DB['app.connections']>,
): Promise<ConnectionRow> {
  return await tx.insertInto('app.connections').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Returns a connection of the organization. Undefined for those of others. */
export async function findConnection(
  tx: Tx,
  organization: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return await tx
    .selectFrom('app.connections')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .executeTakeFirst()
}

/** Locks a connection of the organization, against its removal. Undefined for those of others. */
export async function lockConnection(
  tx: Tx,
  organization: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return await tx
    .selectFrom('app.connections')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateConnection(
  tx: Tx,
  id: string,
  change: Updateable<DB['app.connections']>,
): Promise<ConnectionRow | undefined> {
  return await tx
    .updateTable('app.connections')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Returns true while a delivery reads through the connection. */
export async function isInUse(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('app.connected_deliveries as c')
    .innerJoin('deliveries as d', 'd.id', 'c.delivery_id')
    .select('c.delivery_id')
    .where('c.connection_id', '=', id)
    .where('c.ended_at', 'is', null)
    .where('d.status', 'in', ['inspecting', 'queued', 'processing', 'held'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes connections with their secrets: one, or all of some organizations. */
export async function deleteConnections(
  tx: Tx,
  which: { id: string } | { organizations: string[] },
): Promise<void> {
  await tx
    .deleteFrom('app.connections')
    .where((eb) =>
      'id' in which ? eb('id', '=', which.id) : eb('organization', 'in', which.organizations),
    )
    .execute()
}
