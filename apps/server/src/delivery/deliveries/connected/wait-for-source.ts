/** Lets a delivery wait whose warehouse or bucket does not answer, or refuses: it is tried again, and nothing is charged for that. */
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { LONGEST_FAULT_MS } from '../../../platform/process/backoff.ts'
import { untilAnswered } from '../../../platform/process/until-answered.ts'
import { type SourceAwayError, SourceRefusedError } from '../../engine/service.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { type EncryptionContext, returnToReview, returnToUpload, writeEnd } from '../outcomes.ts'
import { type ClaimedDelivery, updateRun } from '../queries.ts'
import { queueRun } from '../queue-run.ts'
import { findConnected, noteConnected } from './connected-queries.ts'

const SHORTEST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 5 * 60_000
/** Limits the runs that a source refuses after it was counted in: waiting does not help against that. */
const MAX_REFUSALS = 3

/**
 * Queues the run again for later; after three days without an answer, or three refusals, the delivery goes back to its vendor.
 * What was reserved stays reserved until then.
 */
export async function waitForSource(
  work: EncryptionContext,
  run: ClaimedDelivery,
  error: SourceAwayError,
): Promise<void> {
  const now = new Date()
  const since = run.fault_since ?? now
  const waited = now.getTime() - since.getTime()
  const isInspection = run.status === 'inspecting'
  const reason = error.message
  const refusals = await countRefusals(work, run, error)
  if (refusals >= MAX_REFUSALS || waited >= LONGEST_FAULT_MS) {
    const tried = refusals >= MAX_REFUSALS ? 'three times' : 'for three days'
    const text = `${reason} It was tried ${tried}.`
    if (isInspection) await returnToUpload(work, run, text)
    else await returnToReview(work, run, text)
    const cleared = { refusals: 0, away_reason: null }
    return await writeEnd(work, (tx) => noteConnected(tx, run.id, cleared))
  }
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waited / 4))
  const queue = () =>
    work.platform.db.transaction(system, async (tx) => {
      const status = isInspection ? 'inspecting' : 'queued'
      const change = { status, run_id: null, fault_since: since, stage: null, progress: 0 } as const
      if (!(await updateRun(tx, run, change))) return
      await noteConnected(tx, run.id, { away_reason: reason, refusals })
      const task = isInspection ? 'delivery.inspect' : 'delivery.synthesize'
      const runAt = new Date(now.getTime() + pauseMs)
      await queueRun(tx, task, run, runAt)
      await publishProgress(tx, run)
    })
  await untilAnswered(queue, work.signal)
}

/** Returns how often the source has refused since the review, this time included. */
async function countRefusals(
  work: EncryptionContext,
  { id }: ClaimedDelivery,
  error: SourceAwayError,
): Promise<number> {
  const connected = await writeEnd(work, (tx) => findConnected(tx, id))
  return (connected?.refusals ?? 0) + (error instanceof SourceRefusedError ? 1 : 0)
}

/** Notes that the source answers again. */
export async function noteAnswer({ db }: Platform, run: ClaimedDelivery): Promise<void> {
  if (run.fault_since === null) return
  await db.transaction(system, async (tx) => {
    if (!(await updateRun(tx, run, { fault_since: null }))) return
    await noteConnected(tx, run.id, { away_reason: null })
    await publishProgress(tx, run)
  })
}
