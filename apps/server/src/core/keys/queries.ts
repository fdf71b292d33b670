import type { KeyScope } from '@semblance/contract'
import { type Insertable, sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { nameOrEmail } from '../../platform/database/names.ts'
import { prepareQuery } from '../../platform/database/prepared-query.ts'

const keyByHash = prepareQuery((tx: Tx, { hash }: { hash: Buffer }) =>
  tx
    .selectFrom('app.api_keys')
    .select(['id', 'user_id', 'session_id', 'scopes', 'allowed', 'limit_cents', 'expires_at'])
    .select(['last_used_at', 'revoked_at'])
    .where('hash', '=', hash),
)

export async function findKey(tx: Tx, hash: Buffer) {
  return (await keyByHash(tx, { hash }))[0]
}

/** Stores the time of use, at most once a minute. */
export async function markUsed(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('app.api_keys')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute()
}

const keys = (tx: Tx) =>
  tx
    .selectFrom('app.api_keys as k')
    .leftJoin('profiles as p', 'p.user_id', 'k.created_by')
    .selectAll('k')
    .select(nameOrEmail('p').as('created_by_name'))

export type KeyRow = Awaited<ReturnType<typeof getKey>>

export async function getKey(tx: Tx, id: string) {
  return await keys(tx).where('k.id', '=', id).executeTakeFirstOrThrow()
}

/** Lists an organization's keys, newest first; one row more than the page. */
export async function listKeys(
  tx: Tx,
  organization: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<KeyRow[]> {
  return await keys(tx)
    .where('k.organization', '=', organization)
    .where(
      after === null
        ? sql<boolean>`true`
        : sql<boolean>`(k.created_at, k.id) < (${after.at}, ${after.id}::uuid)`,
    )
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Locks a key of the organization. Undefined for the keys of others. */
export async function lockKey(tx: Tx, organization: string, id: string) {
  return await tx
    .selectFrom('app.api_keys')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .forUpdate()
    .executeTakeFirst()
}

/** Has the organization's keys made one after the other. */
export async function lockOrganization(tx: Tx, organization: string): Promise<void> {
  await sql`select from organizations where id = ${organization} for no key update`.execute(tx)
}

export async function countLive(tx: Tx, organization: string): Promise<number> {
  const { count } = await tx
    .selectFrom('app.api_keys')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization', '=', organization)
    .where('session_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertKey(
  tx: Tx,
  row: Insertable<DB['app.api_keys']> & { scopes: KeyScope[] },
): Promise<string> {
  const { id } = await tx
    .insertInto('app.api_keys')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends a key: at once, or at a moment that its session ends at too. No mail reminds of it. */
export async function endKey(
  tx: Tx,
  id: string,
  end: { revoked_at: Date } | { expires_at: Date },
): Promise<void> {
  await tx
    .updateTable('app.api_keys')
    .set({ ...end, reminders: 2 })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes the keys that end within so many days and were reminded of fewer times than `reminders`; each
 * is returned once.
 */
export async function takeExpiring(
  tx: Tx,
  { days, reminders }: { days: number; reminders: number },
) {
  return await tx
    .updateTable('app.api_keys')
    .set({ reminders })
    .where('revoked_at', 'is', null)
    .where('session_id', 'is not', null)
    .where('reminders', '<', reminders)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('expires_at', '<=', sql<Date>`now() + ${days} * interval '1 day'`)
    .returning(['id', 'organization', 'name', 'start', 'expires_at'])
    .execute()
}

export async function listServiceAccounts(tx: Tx, organizations: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('app.api_keys')
    .select('user_id')
    .distinct()
    .where('organization', 'in', organizations)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
