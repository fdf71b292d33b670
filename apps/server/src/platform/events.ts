/** Events for open browsers: stored with the change that they tell of, and announced at its commit. */
import type { LiveEvent, StoredEvent } from '@semblance/contract'
import { sql } from 'kysely'
import { asSystem, type Tx } from './db.ts'

/** Everybody active in an organization, or one person. */
export type Audience = { organization: string } | { userId: string }

/** Tells the audience, when the transaction commits; browsers that were away hear it later. */
export async function publish(
  tx: Tx,
  audience: Audience | Audience[],
  event: StoredEvent,
): Promise<void> {
  const { topic, ...payload } = event
  const audiences = Array.isArray(audience) ? audience : [audience]
  await asSystem(tx, async () => {
    await tx
      .insertInto('app.events')
      .values(
        audiences.map((one) => ({
          organization: 'organization' in one ? one.organization : null,
          user_id: 'userId' in one ? one.userId : null,
          topic,
          payload: JSON.stringify(payload),
        })),
      )
      .execute()
  })
}

/** Tells who is listening right now; kept nowhere. */
export async function signal(
  tx: Tx,
  audience: Audience,
  event: Exclude<LiveEvent, StoredEvent>,
): Promise<void> {
  await sql`select pg_notify('semblance_signals', ${JSON.stringify({ audience, event })})`.execute(
    tx,
  )
}
