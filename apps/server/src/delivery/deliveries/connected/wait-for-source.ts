/** Lets a delivery wait whose warehouse or bucket does not answer: it is tried again, and nothing is charged for that. */
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { LONGEST_FAULT_MS } from '../../../platform/process/backoff.ts'
import { enqueue } from '../../../platform/process/jobs.ts'
import { untilAnswered } from '../../../platform/process/until-answered.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { type EncryptionContext, returnToReview, returnToUpload } from '../outcomes.ts'
import { type ClaimedDelivery, updateRun } from '../queries.ts'
import { noteConnected } from './connected-queries.ts'

const SHORTEST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * Queues the run again for later; after three days without an answer the delivery goes back to its vendor. What was reserved stays
 * reserved.
 */
export async function waitForSource(
  work: EncryptionContext,
  run: ClaimedDelivery,
  reason: string,
): Promise<void> {
  const now = new Date()
  const since = run.fault_since ?? now
  const waited = now.getTime() - since.getTime()
  const isInspection = run.status === 'inspecting'
  if (waited >= LONGEST_FAULT_MS) {
    const text = `${reason} It was tried for three days.`
    if (isInspection) await returnToUpload(work, run, text)
    else await returnToReview(work, run, text)
    return
  }
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, waited / 4))
  const queue = () =>
    work.platform.db.transaction(system, async (tx) => {
      const status = isInspection ? 'inspecting' : 'queued'
      const change = { status, run_id: null, fault_since: since, stage: null, progress: 0 } as const
      if (!(await updateRun(tx, run, change))) return
      await noteConnected(tx, run.id, { away_reason: reason })
      const task = isInspection ? 'delivery.inspect' : 'delivery.synthesize'
      const runAt = new Date(now.getTime() + pauseMs)
      await enqueue(tx, task, { deliveryId: run.id }, { runAt })
      await publishProgress(tx, run)
    })
  await untilAnswered(queue, work.signal)
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
