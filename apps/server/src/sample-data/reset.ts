/** Restores the sample data: requested by a user, run by a job, visible at once and as a whole. */
import { SAMPLE_RESET_PAUSE_MINUTES, type SampleState } from '@semblance/contract'
import type { Auth } from '../core/auth/service.ts'
import { synthesizeFile } from '../delivery/deliveries/service.ts'
import { system, type Tx, withSystemRole } from '../platform/database/db.ts'
import type { Ctx, Platform } from '../platform/http/context.ts'
import { AppError } from '../platform/http/errors.ts'
import { enqueue } from '../platform/process/jobs.ts'
import { actorOf, audit } from '../platform/security/audit.ts'
import { removeClearFile } from '../platform/storage/clear-files.ts'
import { loadSet } from './load.ts'
import { type MakeFile, whileMaking } from './load-deliveries.ts'
import { closeStale, endReset, findLastResets, insertReset } from './reset-queries.ts'
import { currentSampleIds, newSampleIds } from './sample-ids.ts'
import { lockSamples } from './sample-queries.ts'
import { teardownSamples } from './teardown.ts'

const PAUSE_MS = SAMPLE_RESET_PAUSE_MINUTES * 60_000

export async function readSamples(ctx: Ctx): Promise<SampleState> {
  checkMayReset(ctx)
  return await withSystemRole(ctx.tx, async () => {
    const { last, done } = await findLastResets(ctx.tx)
    const until = done ? done.getTime() + PAUSE_MS : 0
    return {
      isResetting: last !== null && last.ended_at === null,
      hasFailed: last?.failed ?? false,
      restoredAt: done,
      nextAt: until > ctx.now.getTime() ? new Date(until) : null,
    }
  })
}

export async function askForReset(ctx: Ctx): Promise<SampleState> {
  checkMayReset(ctx)
  const before = await readSamples(ctx)
  if (before.nextAt) {
    const retryAfterSeconds = Math.ceil((before.nextAt.getTime() - ctx.now.getTime()) / 1000)
    throw new AppError('too_many_requests', { retryAfterSeconds })
  }
  await enterReset(ctx.tx, ctx.actor, ctx.now)
  return await readSamples(ctx)
}

/** Has a job do it. Throws samples_resetting while another one runs. */
export async function enterReset(
  tx: Tx,
  actor: { userId: string | null },
  now: Date,
): Promise<void> {
  const id = await withSystemRole(tx, async () => {
    await closeStale(tx, now)
    return await insertReset(tx, actor.userId)
  })
  if (!id) throw new AppError('samples_resetting')
  await enqueue(tx, 'samples.reset', { resetId: id }, { maxAttempts: 1 })
  await audit(tx, {
    actor: actorOf(actor),
    action: 'sample.reset',
    object: `sample_reset:${id}`,
  })
}

/**
 * Checks that the caller is staff or a member of a sample company. Throws not_found,
 * sign_in_required, not_permitted.
 */
function checkMayReset({ actor, platform }: Ctx): void {
  if (!platform.config.sampleData) throw new AppError('not_found')
  if (!actor.userId) throw new AppError('sign_in_required')
  if (!actor.isStaff && !actor.organization?.isSample) throw new AppError('not_permitted')
}

export async function runReset(
  platform: Platform,
  auth: Pick<Auth, 'createUser'>,
  resetId: string,
  make: MakeFile = synthesizeFile,
): Promise<void> {
  let failed = true
  try {
    await replaceSamples(platform, auth, make)
    failed = false
  } finally {
    await platform.db.transaction(system, (tx) => endReset(tx, resetId, { at: new Date(), failed }))
  }
}

/** Replaces the sample set in one transaction. */
export async function replaceSamples(
  platform: Platform,
  auth: Pick<Auth, 'createUser'>,
  make: MakeFile,
): Promise<void> {
  const files = await whileMaking(platform, make, async (made) => {
    await made // first, so that rows are locked for no longer than they take to enter
    return await platform.db.transaction(system, async (tx) => {
      await lockSamples(tx)
      const standing = await currentSampleIds(platform, tx)
      const files = standing ? await teardownSamples(standing) : []
      await loadSet(newSampleIds(platform, tx, new Date()), auth, made)
      return files
    })
  })
  for (const key of files) await removeClearFile(platform.config.dataDir, key)
}
