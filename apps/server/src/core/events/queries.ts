import type { StoredEvent } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { Position } from '../../platform/events/event-tail.ts'

type Listener = { userId: string; organization: string | null }

type Missed = { xid: string; id: string; topic: string; payload: object }

/** Lists the events a listener missed between two positions, in order, at most `limit`. */
export async function listMissed(
  tx: Tx,
  { userId, organization }: Listener,
  { after, upTo, limit }: { after: Position; upTo: Position; limit: number },
): Promise<{ event: StoredEvent; at: Position }[]> {
  const between = sql`(xid, id) > (${String(after.xid)}::xid8, ${String(after.id)}::bigint)
    and (xid, id) <= (${String(upTo.xid)}::xid8, ${String(upTo.id)}::bigint) order by xid, id limit ${limit}`
  const { rows } = await sql<Missed>`select xid::text, id::text, topic, payload from (
      (select * from app.events where organization = ${organization}::uuid and ${between})
      union all (select * from app.events where user_id = ${userId}::uuid and ${between})) missed
    order by missed.xid, missed.id limit ${limit}`.execute(tx)
  return rows.map(({ xid, id, topic, payload }) => ({
    event: { topic, ...payload } as StoredEvent,
    at: { xid: BigInt(xid), id: BigInt(id) },
  }))
}

/**
 * Returns true if every event after this position is still stored: the oldest row is not after it,
 * or is the first ever. Returns false for a future position: the database was restored from a dump,
 * which does not preserve its xids.
 */
export async function isKept(tx: Tx, { xid, id }: Position): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select ${String(xid)}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) and coalesce((
      select (e.xid, e.id) <= (${String(xid)}::xid8, ${String(id)}::bigint) or e.id = 1
      from app.events e order by e.xid, e.id limit 1), true) as kept`.execute(tx)
  return rows[0]!.kept
}

/**
 * Returns those of the sessions that have not ended, each with its user and the organization that
 * the user acts for.
 */
export async function listStanding(
  tx: Tx,
  sessionIds: string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; organization: string | null }>`
    select s.id, o.id as organization
    from auth.sessions s
    join auth.users u on u.id = s.user_id and coalesce(u.banned_until <= now(), true)
    left join profiles p on p.user_id = s.user_id and p.membership in ('active', 'service')
    left join organizations o on o.id = p.organization and o.is_active
    where s.id = any (${sessionIds}::uuid[]) and coalesce(s.ends_at > now(), true)`.execute(tx)
  return new Map(rows.map(({ id, organization }) => [id, organization]))
}

type Person = { userId: string; organization: string }

/** Sets how long users count as online after their process last reported them. */
const ONLINE_SECONDS = 60

const rowsOf = (people: Person[]) => sql`
  select p.user_id, p.organization, now() as seen_at, now() + ${ONLINE_SECONDS} * interval '1 second' as online_until
  from unnest(${people.map(({ userId }) => userId)}::uuid[], ${people.map(({ organization }) => organization)}::uuid[])
    as p(user_id, organization)
  join auth.users u on u.id = p.user_id
  where not exists (select from profiles q where q.user_id = p.user_id and q.membership = 'service') -- programs are not present
  order by p.user_id`

const overwrite = sql`on conflict (user_id) do update
  set organization = excluded.organization, seen_at = excluded.seen_at, online_until = excluded.online_until`

/** Returns the organizations that had no user online before. */
export async function markOnline(tx: Tx, people: Person[]): Promise<string[]> {
  if (people.length === 0) return []
  const one = [...new Map(people.map((person) => [person.userId, person])).values()]
  const { rows } = await sql<{ organization: string }>`
    with arrived as (${rowsOf(one)}),
      before as (select organization from presence
        where organization in (select organization from arrived) and online_until > now()),
      written as (insert into presence (user_id, organization, seen_at, online_until) select * from arrived ${overwrite})
    select distinct organization from arrived where organization not in (select organization from before)`.execute(
    tx,
  )
  return rows.map(({ organization }) => organization)
}

export async function prolongOnline(tx: Tx, people: Person[]): Promise<void> {
  if (people.length === 0) return
  await sql`insert into presence (user_id, organization, seen_at, online_until) ${rowsOf(people)} ${overwrite}`.execute(
    tx,
  )
}

/** Returns the organizations that have no user online after this. */
export async function markOffline(tx: Tx, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ organization: string }>`
    update presence set seen_at = now(), online_until = date_trunc('milliseconds', now()) -- never rounded up
    where user_id = any (${userIds}::uuid[]) returning organization`.execute(tx)
  const ids = [...new Set(rows.map(({ organization }) => organization))]
  const left = await sql<{ id: string }>`
    select o.id from unnest(${ids}::uuid[]) as o(id)
    where not exists (select from presence p where p.organization = o.id and p.online_until > now())`.execute(
    tx,
  )
  return left.rows.map(({ id }) => id)
}

/** Limits the organizations that receive a presence change: those with which messages were exchanged last. */
const MAX_COUNTERPARTS = 200

export async function listCounterparts(
  tx: Tx,
  changed: { online: string[]; offline: string[] },
): Promise<{ organization: string; isOnline: boolean; counterparts: string[] }[]> {
  const ids = [...changed.online, ...changed.offline]
  if (ids.length === 0) return []
  const { rows } = await sql<{ organization: string; counterparts: string[] }>`
    select o.id as organization, array_agg(distinct c.other) as counterparts
    from unnest(${ids}::uuid[]) as o(id)
    cross join lateral (
      (select vendor as other, client_at as at from conversations where client = o.id
        and client_at is not null order by client_at desc, id desc limit ${MAX_COUNTERPARTS})
      union all
      (select client, vendor_at from conversations where vendor = o.id
        and vendor_at is not null order by vendor_at desc, id desc limit ${MAX_COUNTERPARTS})
      order by at desc limit ${MAX_COUNTERPARTS}) c
    group by o.id`.execute(tx)
  return rows.map((row) => ({ ...row, isOnline: changed.online.includes(row.organization) }))
}
