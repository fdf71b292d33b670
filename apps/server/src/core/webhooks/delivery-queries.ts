import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

/** Inserts a row for each endpoint that an event goes to. Returns their number. Requires the system role. */
export async function insertAnnounced(
  tx: Tx,
  events: { organization: string; type: string; body: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with announced as materialized (
      select uuidv7() as event_id, organization, type, body
      from unnest(${events.map(({ organization }) => organization)}::uuid[],
        ${events.map(({ type }) => type)}::text[], ${events.map(({ body }) => body)}::text[])
        with ordinality as given (organization, type, body, place)
      order by place)
    insert into app.webhook_deliveries (endpoint, event_id, type, body)
    select e.id, a.event_id, a.type, a.body
    from announced a join app.webhook_endpoints e on e.organization = a.organization
    where e.state = 'enabled' and a.type = any (e.types)
    order by a.event_id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function insertDelivery(
  tx: Tx,
  row: { endpoint: string; type: string; body: string },
): Promise<DeliveryRow> {
  return await tx
    .insertInto('app.webhook_deliveries')
    .values({ ...row, event_id: sql<string>`uuidv7()` })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]

/** Lists what was sent to an endpoint, newest first; one row more than the page. */
export async function listDeliveries(
  tx: Tx,
  endpoint: string,
  { after, limit }: { after: string | null; limit: number },
) {
  return await tx
    .selectFrom('app.webhook_deliveries')
    .selectAll()
    .where('endpoint', '=', endpoint)
    .$if(after !== null, (query) => query.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Returns the endpoint that an event goes to; undefined for an event that is unknown. */
export async function findEndpointOf(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('app.webhook_deliveries')
    .select('endpoint')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.endpoint
}

/** Makes an event due again, with all its tries. */
export async function restartDelivery(tx: Tx, id: string): Promise<DeliveryRow | undefined> {
  return await tx
    .updateTable('app.webhook_deliveries')
    .set({ state: 'pending', attempts: 0, next_at: sql`now()`, sending_until: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes rows that are older, delivered or not. */
export async function deleteOldDeliveries(tx: Tx, days: number): Promise<void> {
  await sql`delete from app.webhook_deliveries
    where id < (select uuidv7(${-days} * interval '1 day'))`.execute(tx)
}

/** Walks over the endpoints that something waits for, each once, however much it is. */
const waiting = sql`waiting (endpoint) as (
    (select endpoint from app.webhook_deliveries where state = 'pending' order by endpoint limit 1)
    union all
    select (select d.endpoint from app.webhook_deliveries d
      where d.state = 'pending' and d.endpoint > w.endpoint order by d.endpoint limit 1)
    from waiting w where w.endpoint is not null),
  open_endpoints as (
    select e.id, e.organization, e.claimed_at, next.at, e.failing_since is not null or coalesce(e.slow_until > now(), false) as is_held_back
    from waiting w
    join app.webhook_endpoints e on e.id = w.endpoint and e.state = 'enabled'
    join public.organizations o on o.id = e.organization and o.is_active
    cross join lateral (select d.next_at as at from app.webhook_deliveries d
      where d.endpoint = e.id and d.state = 'pending' order by d.next_at limit 1) next)`

/** Returns when the next of the waiting events is due; null if none waits. */
export async function findNextDue(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with recursive ${waiting} select min(at) as at from open_endpoints`.execute(tx)
  return rows[0]?.at ?? null
}

/** Says what a server takes at once: events of endpoints that fail or were slow lately, or of all others. */
export type Share = { isHeldBack: boolean; limit: number }

/** Limits the events on their way to an endpoint at once, whichever servers send them. */
const AT_ONCE = 2
/** The same for an endpoint that fails or was slow. */
const AT_ONCE_HELD_BACK = 1

const atOnce = (isHeldBack: boolean) => (isHeldBack ? AT_ONCE_HELD_BACK : AT_ONCE)

/** Counts the events on their way to an endpoint. */
const onTheirWay = (
  endpoint: RawBuilder<unknown>,
) => sql`(select count(*) from app.webhook_deliveries s
  where s.endpoint = ${endpoint} and s.sending_until > now())`

/** Limits the events on their way to all endpoints of an organization, of either share; a claim may exceed it by one. */
const AT_ONCE_OF_ORGANIZATION = 6

/** Counts the events on their way to an organization's endpoints. */
const onTheirWayTo = (organization: RawBuilder<unknown>) => sql`(select count(*)
  from app.webhook_endpoints one join app.webhook_deliveries s on s.endpoint = one.id
  where one.organization = ${organization} and s.sending_until > now())`

/**
 * Locks endpoints that something is due for and that have room, in turn: those whose last claim is oldest
 * first, however long events of others wait. Passes over endpoints of an organization that has enough on their way,
 * and those that another server is just taking from. Run `claimDue` after it in the same transaction: only then is
 * what others took counted.
 */
export async function lockDueEndpoints(tx: Tx, { isHeldBack, limit }: Share): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${waiting},
    with_room as (
      select o.*, row_number() over (partition by o.organization
        order by o.claimed_at nulls first, o.at, o.id) as place
      from open_endpoints o
      where o.at <= now() and o.is_held_back = ${isHeldBack}
        and ${onTheirWay(sql`o.id`)} < ${atOnce(isHeldBack)})
    select e.id from with_room o join app.webhook_endpoints e on e.id = o.id
    where ${onTheirWayTo(sql`o.organization`)} + (o.place - 1) * ${atOnce(isHeldBack)}::int
      < ${AT_ONCE_OF_ORGANIZATION}::int
    order by e.claimed_at nulls first, o.at limit ${limit} for no key update of e skip locked`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export type ClaimedDelivery = {
  id: string
  event_id: string
  body: string
  /** Counts this attempt, too. */
  attempts: number
  endpoint: string
  organization: string
  url: string
  secret_sealed: string
  previous_secret_sealed: string | null
  previous_until: Date | null
  /** Differs from that of an earlier or later claim. */
  sending_until: Date
}

/** Sets how long a claimed event is this server's alone: an attempt and the time to store its outcome. */
const CLAIM_SECONDS = 60

/** Claims due events of locked endpoints, and counts the attempt before it is made. */
export async function claimDue(
  tx: Tx,
  endpoints: string[],
  { isHeldBack, limit }: Share,
): Promise<ClaimedDelivery[]> {
  const until = sql`now() + ${CLAIM_SECONDS} * interval '1 second'`
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select one.id, given.endpoint from unnest(${endpoints}::uuid[]) with ordinality as given (endpoint, place)
      cross join lateral (select d.id from app.webhook_deliveries d
        where d.endpoint = given.endpoint and d.state = 'pending' and d.next_at <= now()
        order by d.next_at, d.id
        limit greatest(0, ${atOnce(isHeldBack)} - ${onTheirWay(sql`given.endpoint`)})) one
      order by given.place limit ${limit}),
    turns as (update app.webhook_endpoints set claimed_at = now()
      where id in (select endpoint from due))
    update app.webhook_deliveries d
    set attempts = d.attempts + 1, sending_until = ${until}, next_at = ${until}
    from app.webhook_endpoints e
    where d.id in (select id from due) and e.id = d.endpoint
    returning d.id, d.event_id, d.body, d.attempts, d.endpoint, e.organization, e.url, e.secret_sealed,
      e.previous_secret_sealed, e.previous_until, d.sending_until`.execute(tx)
  return rows
}

type Claim = Pick<ClaimedDelivery, 'id' | 'attempts' | 'sending_until'>

type Attempt = {
  attempted_at: Date
  last_status: number | null
  last_failure: string | null
  last_answer: string | null
  last_ms: number | null
}

/** Stores what became of an attempt. Returns false if the event has been claimed again, or restarted. */
export async function settleAttempt(
  tx: Tx,
  { id, attempts, sending_until }: Claim,
  outcome: Attempt & { state: 'pending' | 'delivered' | 'failed'; next_at: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.webhook_deliveries')
    .set({ ...outcome, sending_until: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sending_until', '=', sending_until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives back an event whose attempt was cut off, uncounted. */
export async function releaseClaim(tx: Tx, { id, attempts, sending_until }: Claim): Promise<void> {
  await tx
    .updateTable('app.webhook_deliveries')
    .set({ attempts: attempts - 1, sending_until: null, next_at: sql`now()` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sending_until', '=', sending_until)
    .execute()
}
