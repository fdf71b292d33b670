import type { Tx } from '../platform/database/db.ts'

/** Longer than any takes: what has not ended by then was cut off with its server. */
const STALE_MS = 10 * 60_000

/** Returns the newest reset, and the time of the last successful one. */
export async function findLastResets(tx: Tx) {
  const newestFirst = tx
    .selectFrom('app.sample_resets')
    .select(['ended_at', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
  const last = await newestFirst.executeTakeFirst()
  const done = await newestFirst
    .where('ended_at', 'is not', null)
    .where('failed', '=', false)
    .executeTakeFirst()
  return { last: last ?? null, done: done?.ended_at ?? null }
}

export async function closeStale(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('app.sample_resets')
    .set({ ended_at: now, failed: true })
    .where('ended_at', 'is', null)
    .where('asked_at', '<', new Date(now.getTime() - STALE_MS))
    .execute()
}

/** Inserts a reset. Returns null while another one runs. */
export async function insertReset(tx: Tx, askedBy: string | null): Promise<string | null> {
  const row = await tx
    .insertInto('app.sample_resets')
    .values({ asked_by: askedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function endReset(
  tx: Tx,
  id: string,
  { at, failed }: { at: Date; failed: boolean },
): Promise<void> {
  await tx
    .updateTable('app.sample_resets')
    .set({ ended_at: at, failed })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
