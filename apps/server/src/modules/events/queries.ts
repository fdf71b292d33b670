import type { StoredEvent } from '@semblance/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Position } from '../../platform/event-tail.ts'

type Listener = { userId: string; organization: string | null }

type Missed = { xid: string; id: string; topic: string; payload: object }

/** What a listener missed between two positions, in order: at most `limit`. */
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
 * Whether everything after this position is still kept: the oldest row lies before it, or is the first there ever was.
 * A position yet to come is of another time: this database was restored from a dump, which does not keep its xids.
 */
export async function isKept(tx: Tx, { xid, id }: Position): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select ${String(xid)}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) and coalesce((
      select (e.xid, e.id) <= (${String(xid)}::xid8, ${String(id)}::bigint) or e.id = 1
      from app.events e order by e.xid, e.id limit 1), true) as kept`.execute(tx)
  return rows[0]!.kept
}

/** Removes what is older than `before`, but for the last of it: the oldest row left tells from where on all is kept. */
export async function deleteEvents(tx: Tx, before: Date): Promise<void> {
  await sql`delete from app.events where (xid, id) < (
    select e.xid, e.id from app.events e where e.created_at < ${before} order by e.created_at desc, e.id desc limit 1)`.execute(
    tx,
  )
}

/** The sessions among these that still stand, each with its person and the organization that person acts for. */
export async function listStanding(
  tx: Tx,
  sessionIds: string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; organization: string | null }>`
    select s.id, o.id as organization
    from auth.sessions s
    join auth.users u on u.id = s.user_id and coalesce(u.banned_until <= now(), true)
    left join profiles p on p.user_id = s.user_id and p.membership = 'active'
    left join organizations o on o.id = p.organization and o.is_active
    where s.id = any (${sessionIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, organization }) => [id, organization]))
}

type Person = { userId: string; organization: string }

/** How long people count as online after the last word of their process. */
const ONLINE_SECONDS = 60

const rowsOf = (people: Person[]) => sql`
  select p.user_id, p.organization, now() as seen_at, now() + ${ONLINE_SECONDS} * interval '1 second' as online_until
  from unnest(${people.map(({ userId }) => userId)}::uuid[], ${people.map(({ organization }) => organization)}::uuid[])
    as p(user_id, organization)
  join auth.users u on u.id = p.user_id order by p.user_id`

const overwrite = sql`on conflict (user_id) do update
  set organization = excluded.organization, seen_at = excluded.seen_at, online_until = excluded.online_until`

/** Returns the organizations that nobody was online of. */
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

/** Returns the organizations that nobody is online of any more. */
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

/** Whom an organization's coming and going is told: those it last exchanged messages with. */
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
