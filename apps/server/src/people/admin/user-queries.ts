import type { Role } from '@semblance/contract'
import { sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Whole milliseconds, as cursors keep them. */
const listedAt = sql<Date>`date_trunc('milliseconds', p.created_at)`

/** Accounts are out of reach for the callers' roles: for the system alone. */
const users = (tx: Tx) =>
  tx
    .selectFrom('profiles as p')
    .innerJoin('auth.users as u', 'u.id', 'p.user_id')
    .leftJoin('organizations as o', 'o.id', 'p.organization')
    .select(['p.user_id', 'p.email', 'p.job_title', 'p.membership', 'p.created_at'])
    .select(['u.last_sign_in_at', 'o.name as organization_name'])
    .select((eb) => [
      listedAt.as('listed_at'),
      sql<string>`btrim(p.first_name || ' ' || p.last_name)`.as('name'),
      sql<boolean>`coalesce(u.banned_until > now(), false)`.as('is_banned'),
      sql<boolean>`u.email_confirmed_at is not null`.as('is_confirmed'),
      sql<boolean>`exists (select from auth.factors f where f.user_id = p.user_id and f.status = 'verified')`.as(
        'has_second_factor',
      ),
      sql<number>`(select count(*)::integer from auth.sessions s where s.user_id = p.user_id)`.as(
        'sessions_count',
      ),
      sql<
        Role[]
      >`array(${eb.selectFrom('user_roles as r').select('r.role').whereRef('r.user_id', '=', 'p.user_id').orderBy('r.role')})`.as(
        'roles',
      ),
    ])
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`p.membership <> 'service'`)

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

export async function findUser(tx: Tx, id: string) {
  return (await users(tx).where('p.user_id', '=', id).executeTakeFirst()) ?? null
}

/** Lists users, newest first; one row more than the page. */
export async function listUsers(
  tx: Tx,
  { search, after, limit }: { search: string; after: Position | null; limit: number },
) {
  return await users(tx)
    .$if(search !== '', (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(' ', p.first_name, p.last_name, p.email, o.name, o.organization_id, p.user_id)), lower(${search})) > 0`,
      ),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${listedAt}, p.user_id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy(listedAt, 'desc')
    .orderBy('p.user_id', 'desc')
    .limit(limit + 1)
    .execute()
}
