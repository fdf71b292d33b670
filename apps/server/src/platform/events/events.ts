/**
 * Publishes events for open browsers: stored with the change that they describe, and announced after
 * its commit.
 */
import type { LiveEvent, StoredEvent } from '@semblance/contract'
import { sql } from 'kysely'
import { announceAfterCommit, type Tx, withSystemRole } from '../database/db.ts'

/** Describes the recipients of an event: all active users of an organization, or one user. */
export type Audience = { organization: string } | { userId: string }

/** Name PostgreSQL's channels: one announces new rows, the other carries what is not stored. */
export const EVENTS = 'semblance_events'
export const SIGNALS = 'semblance_signals'

/** Limits the audiences of one announcement to its 8,000 bytes. */
const AUDIENCES_PER_SIGNAL = 100

/**
 * Publishes an event to the audience when the transaction commits. Disconnected browsers receive it
 * later.
 */
export async function publish(
  tx: Tx,
  audience: Audience | Audience[],
  event: StoredEvent,
): Promise<void> {
  const audiences = Array.isArray(audience) ? audience : [audience]
  await publishAll(
    tx,
    audiences.map((one) => ({ audience: one, event })),
  )
}

/** Publishes many events at once, each to its own audience. */
export async function publishAll(
  tx: Tx,
  told: { audience: Audience; event: StoredEvent }[],
): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(({ audience, event: { topic, ...payload } }) => ({
    organization: 'organization' in audience ? audience.organization : null,
    user_id: 'userId' in audience ? audience.userId : null,
    topic,
    payload: JSON.stringify(payload),
  }))
  await withSystemRole(tx, () => tx.insertInto('app.events').values(rows).execute())
  announceAfterCommit(tx, EVENTS)
}

/** Publishes an event to current listeners only. It is not stored. */
export async function signal(
  tx: Tx,
  audience: Audience | Audience[],
  event: Exclude<LiveEvent, StoredEvent>,
): Promise<void> {
  const audiences = Array.isArray(audience) ? audience : [audience]
  for (let from = 0; from < audiences.length; from += AUDIENCES_PER_SIGNAL) {
    const some = audiences.slice(from, from + AUDIENCES_PER_SIGNAL)
    await sql`select pg_notify(${SIGNALS}, ${JSON.stringify({ audience: some, event })})`.execute(
      tx,
    )
  }
}

/** Deletes events created before `before`, except the newest of them: readers resume only from the oldest row on. */
export async function deleteEvents(tx: Tx, before: Date): Promise<void> {
  await sql`delete from app.events where (xid, id) < (
    select e.xid, e.id from app.events e where e.created_at < ${before} order by e.created_at desc, e.id desc limit 1)`.execute(
    tx,
  )
}
