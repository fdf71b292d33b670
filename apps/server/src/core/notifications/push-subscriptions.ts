/** Keeps which browsers show notifications, and queues what is sent to them. */
import { sql } from 'kysely'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { enqueue, enqueueAll } from '../../platform/process/jobs.ts'
import { createAddressGuard } from '../../platform/security/address-guard.ts'

type Subscription = { endpoint: string; p256dh: string; auth: string }

/** Limits the browsers of one person; the oldest gives way. */
const MAX_BROWSERS = 5

/** Enters the browser of the caller's session. Throws endpoint_refused for an address that leads into a closed network. */
export async function subscribe(
  { tx, actor, platform }: Ctx,
  userId: string,
  subscription: Subscription,
): Promise<void> {
  const { sessionId } = actor
  if (!sessionId) throw new AppError('not_permitted')
  try {
    createAddressGuard(platform.config.webhookNetworks).check(new URL(subscription.endpoint))
  } catch {
    throw new AppError('endpoint_refused', { field: 'endpoint' })
  }
  const row = { user_id: userId, session_id: sessionId, ...subscription }
  await withSystemRole(tx, async () => {
    await tx
      .insertInto('app.push_subscriptions')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({ ...row, created_at: sql`now()` }),
      )
      .execute()
    await tx
      .deleteFrom('app.push_subscriptions')
      .where('id', 'in', (query) =>
        query
          .selectFrom('app.push_subscriptions')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .offset(MAX_BROWSERS),
      )
      .execute()
  })
}

/** Ends a subscription of the caller's own. */
export async function unsubscribe({ tx }: Ctx, userId: string, endpoint: string): Promise<void> {
  await withSystemRole(tx, () =>
    tx
      .deleteFrom('app.push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('user_id', '=', userId)
      .execute(),
  )
}

/** Queues notices to the browsers of those who want that. Call as the system, in the transaction of the notices. */
export async function queuePushes(
  tx: Tx,
  notices: readonly { id: string; user_id: string }[],
): Promise<void> {
  if (notices.length === 0) return
  const browsers = await tx
    .selectFrom('app.push_subscriptions as s')
    .innerJoin('notification_preferences as n', 'n.user_id', 's.user_id')
    .select(['s.id', 's.user_id'])
    .where('n.push_notifications', '=', true)
    .where(
      's.user_id',
      'in',
      notices.map(({ user_id }) => user_id),
    )
    .execute()
  await enqueueAll(
    tx,
    'notice.push',
    browsers.flatMap((browser) =>
      notices
        .filter(({ user_id }) => user_id === browser.user_id)
        .map(({ id }) => jobOf({ notice: id, browser: browser.id, tries: 0 }, browser.user_id)),
    ),
  )
}

export type QueuedPush = { notice: string; browser: string; tries: number }

/** Describes the job of a push; those to one person are sent in turn, so that one person never takes all places. */
const jobOf = (push: QueuedPush, userId: string) => ({
  payload: push,
  queueName: `notice.push:${userId}`,
  jobKey: `notice.push:${push.notice}:${push.browser}:${push.tries}`,
})

/** Queues a further try. */
export async function retryPush(
  tx: Tx,
  push: QueuedPush,
  { userId, runAt }: { userId: string; runAt: Date },
): Promise<void> {
  const { payload, ...job } = jobOf({ ...push, tries: push.tries + 1 }, userId)
  await enqueue(tx, 'notice.push', payload, { ...job, runAt })
}

/** Finds the content and the browser of a queued push; null if the notice was read or deleted, or is a day old, or the browser is paused. */
export async function findPush(tx: Tx, { notice, browser }: QueuedPush) {
  const found = await tx
    .selectFrom('app.push_subscriptions as s')
    .innerJoin('notifications as n', 'n.user_id', 's.user_id')
    .select(['n.id', 'n.title', 'n.path', 's.endpoint', 's.p256dh', 's.auth'])
    .select(['s.user_id', 's.silences'])
    .where(sql<boolean>`coalesce(s.paused_until <= now(), true)`)
    .where('s.id', '=', browser)
    .where('n.id', '=', notice)
    .where('n.read_at', 'is', null)
    .where('n.created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  return found ?? null
}

/** Pauses a browser for an hour after so many pushes in turn without an answer, and ends it after as many as the second. */
const [PAUSED_AFTER, ENDED_AFTER] = [3, 10]

/** Notes that no answer came in time. */
export async function noteSilence(tx: Tx, id: string): Promise<void> {
  const { silences } = (await tx
    .updateTable('app.push_subscriptions')
    .set({
      silences: sql<number>`silences + 1`,
      paused_until: sql<Date | null>`case when silences + 1 >= ${PAUSED_AFTER} then now() + interval '1 hour' end`,
    })
    .where('id', '=', id)
    .returning('silences')
    .executeTakeFirst()) ?? { silences: 0 }
  if (silences >= ENDED_AFTER) await deleteSubscription(tx, id)
}

/** Notes that an answer came. */
export async function noteAnswer(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('app.push_subscriptions')
    .set({ silences: 0, paused_until: null })
    .where('id', '=', id)
    .execute()
}

export async function deleteSubscription(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('app.push_subscriptions').where('id', '=', id).execute()
}
