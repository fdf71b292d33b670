import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { nameOrEmail } from '../../platform/database/names.ts'

/** Bounds what is listed: a change of the organization's limits, and one of each administrator's. */
const MAX_LISTED = 50

export type LimitChangeRow = Awaited<ReturnType<typeof listWaiting>>[number]

export async function insertChange(
  tx: Tx,
  row: Insertable<DB['app.limit_changes']>,
): Promise<string> {
  const query = tx.insertInto('app.limit_changes').values(row).returning('id')
  return (await query.executeTakeFirstOrThrow()).id
}

/** Selects changes that wait, of people who still are administrators of the organization. */
const waiting = (tx: Tx, organization: string, now: Date) =>
  tx
    .selectFrom('app.limit_changes as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.asked_by')
    .selectAll('c')
    .select(nameOrEmail('p').as('asked_by_name'))
    .where('c.organization', '=', organization)
    .where('c.state', '=', 'waiting')
    .where('c.expires_at', '>', now)
    .whereRef('p.organization', '=', 'c.organization')
    .where('p.membership', '=', 'active')
    .where(sql<boolean>`exists (select from public.user_roles r
      where r.user_id = p.user_id and r.role = 'admin')`)

export async function listWaiting(tx: Tx, organization: string, now: Date) {
  return await waiting(tx, organization, now).orderBy('c.id').limit(MAX_LISTED).execute()
}

/** Returns a change that waits; the organization's rules are locked. */
export async function findWaiting(
  tx: Tx,
  { organization, id, now }: { organization: string; id: string; now: Date },
) {
  return (await waiting(tx, organization, now).where('c.id', '=', id).executeTakeFirst()) ?? null
}

export async function hasChange(tx: Tx, organization: string, id: string): Promise<boolean> {
  const query = tx.selectFrom('app.limit_changes').select('id').where('id', '=', id)
  return (await query.where('organization', '=', organization).executeTakeFirst()) !== undefined
}

/** Ends a change that waits; returns false if it has ended. */
export async function endChange(
  tx: Tx,
  id: string,
  ended: { state: 'confirmed' | 'declined' | 'withdrawn'; decided_by: string; ended_at: Date },
): Promise<boolean> {
  const query = tx.updateTable('app.limit_changes').set(ended).where('id', '=', id)
  const row = await query.where('state', '=', 'waiting').returning('id').executeTakeFirst()
  return row !== undefined
}

/** Ends what a member waits for who is no longer an administrator, and returns it. Requires the system role. */
export async function endChangesOf(
  tx: Tx,
  { organization, userId, at }: { organization: string; userId: string; at: Date },
) {
  return await tx
    .updateTable('app.limit_changes')
    .set({ state: 'superseded', ended_at: at })
    .where('asked_by', '=', userId)
    .where('organization', '=', organization)
    .where('state', '=', 'waiting')
    .returning(['id', 'organization'])
    .execute()
}

/** Ends what waits for the organization, or for a member's own limits; returns true if something did. */
export async function supersedeChange(
  tx: Tx,
  { organization, member, at }: { organization: string; member: string | null; at: Date },
): Promise<boolean> {
  const rows = await tx
    .updateTable('app.limit_changes')
    .set({ state: 'superseded', ended_at: at })
    .where('organization', '=', organization)
    .where('member', member === null ? 'is' : '=', member)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends changes that wait past their time, and returns whether a new change may follow from the same administrator. Skips what is being decided. */
export async function expireChanges(tx: Tx, now: Date, limit: number) {
  const due = tx
    .selectFrom('app.limit_changes')
    .select('id')
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return await tx
    .updateTable('app.limit_changes')
    .set({ state: 'expired', ended_at: now })
    .where('id', 'in', due)
    .returning(['id', 'organization', 'asked_by'])
    .returning(
      sql<boolean>`exists (select from public.profiles p join public.user_roles r on r.user_id = p.user_id and r.role = 'admin'
        where p.user_id = limit_changes.asked_by and p.organization = limit_changes.organization
          and p.membership = 'active')`.as('may_ask_again'),
    )
    .execute()
}
