/** Events for open browsers: stored with the change that they tell of, and announced at its commit. */
import type { LiveEvent, StoredEvent } from '@semblance/contract'
import { sql } from 'kysely'
import { asSystem, type Tx } from './db.ts'

/** Everybody active in an organization, or one person. */
export type Audience = { organization: string } | { userId: string }

/** The channels on which PostgreSQL announces: that there are new rows, and what is stored nowhere. */
export const EVENTS = 'semblance_events'
export const SIGNALS = 'semblance_signals'

/** So many fit into the 8,000 bytes that one announcement may have. */
const AUDIENCES_PER_SIGNAL = 100

/** Tells the audience, when the transaction commits; browsers that were away hear it later. */
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

/** The same for many events at once, each to its own audience. */
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
  await asSystem(tx, () => tx.insertInto('app.events').values(rows).execute())
}

/** Tells who is listening right now; kept nowhere. */
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
