/** Instructions and statements after the database was brought back from a backup. */
import type { Hold } from '../../platform/backup/restores.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { SystemCtx } from '../../platform/http/context.ts'
import { bankName } from './providers.ts'
import { listUnsubmitted, markQueuedTried } from './queries.ts'
import { listUnreadDays } from './statement-queries.ts'
import { enqueueSubmit } from './submit.ts'

/**
 * Treats each waiting instruction as one that the bank may have already. Returns their number. Call
 * once after a restore.
 */
export const distrustQueued = (tx: Tx): Promise<number> =>
  withSystemRole(tx, () => markQueuedTried(tx))

/**
 * Lists the days of the time lost, in UTC, whose statements have not been read since. The built-in
 * bank has none: it is in the same database, and knows nothing newer.
 */
export async function listUncoveredDays(
  { tx, platform }: Pick<SystemCtx, 'tx' | 'platform'>,
  hold: Hold,
): Promise<string[]> {
  const provider = bankName(platform.config)
  if (provider === 'built_in') return []
  return await withSystemRole(tx, () => listUnreadDays(tx, provider, hold, hold.startedAt))
}

/** Counts the instructions that no bank has confirmed. */
export const countQueued = async ({ tx, now }: Pick<SystemCtx, 'tx' | 'now'>): Promise<number> =>
  (await listQueued(tx, now)).length

/** Submits all instructions that waited for the end of the hold. Returns their number. */
export async function resumeSubmitting({
  tx,
  now,
}: Pick<SystemCtx, 'tx' | 'now'>): Promise<number> {
  const keys = await listQueued(tx, now)
  for (const key of keys) await enqueueSubmit(tx, key)
  return keys.length
}

/** Includes those of this moment. */
const listQueued = (tx: Tx, now: Date) =>
  withSystemRole(tx, () => listUnsubmitted(tx, new Date(now.getTime() + 1000)))
