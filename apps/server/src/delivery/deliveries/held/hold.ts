/** Ends a run that a fault of the platform stopped: tried again later or held, and no original is lost. */
import { deliveryNotices, deliveryOrigin, twinHeld } from '@semblance/contract'
import { notify } from '../../../core/notifications/service.ts'
import { system } from '../../../platform/database/db.ts'
import { classifyFault } from '../../../platform/faults.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { LONGEST_FAULT_MS } from '../../../platform/process/backoff.ts'
import { errorText } from '../../../platform/process/job-faults.ts'
import { untilAnswered } from '../../../platform/process/until-answered.ts'
import { publishProgress } from '../files/publish-progress.ts'
import { deskPath } from '../paths.ts'
import { type ClaimedDelivery, type RunChange, updateRun } from '../queries.ts'
import { insertHeld } from './held-queries.ts'

/** Limits the runs of a delivery that a defect ends. */
const MAX_DEFECTS = 3

/** Limits the runs that end without a word, as with the death of their server. */
const MAX_TAKEOVERS = 10

/**
 * Releases a run that failed, so that its job tries again: throws the error for the queue. After too
 * many defects, or 72 hours of faults, holds the delivery instead and returns. Returns, too, if the
 * delivery has moved on. Waits for the database until the signal aborts.
 */
export async function settleRunFault(
  { platform, signal }: { platform: Platform; signal: AbortSignal },
  run: ClaimedDelivery,
  error: unknown,
): Promise<void> {
  const { change, isOver } = afterFault(run, error, new Date())
  if (isOver) {
    platform.log.error({ err: error, deliveryId: run.id }, 'a delivery is held')
    return await untilAnswered(() => hold(platform, run, errorText(error)), signal)
  }
  let tries = 0
  const isReleased = await untilAnswered(async () => {
    tries += 1
    return await platform.db.transaction(system, async (tx) => {
      if (!(await updateRun(tx, run, { ...change, run_id: null }))) return false
      await publishProgress(tx, run)
      return true
    })
  }, signal)
  // A try whose answer was lost may have released it; a job too many finds nothing to claim.
  if (isReleased || tries > 1) throw error
}

function afterFault(
  run: ClaimedDelivery,
  error: unknown,
  now: Date,
): { change: RunChange; isOver: boolean } {
  if (classifyFault(error).kind === 'defect') {
    const attempt = run.attempt + 1
    return { change: { attempt }, isOver: attempt >= MAX_DEFECTS }
  }
  const fault_since = run.fault_since ?? now
  const isOver = now.getTime() - fault_since.getTime() >= LONGEST_FAULT_MS
  return { change: { fault_since }, isOver }
}

/** Returns true if the delivery is held because too many of its runs ended without a word. */
export async function holdAfterTakeovers(platform: Platform, run: ClaimedDelivery) {
  if (run.takeovers < MAX_TAKEOVERS) return false
  const cause = `${run.takeovers} runs ended without an error, as when their server dies`
  await hold(platform, run, cause)
  return true
}

/** Holds the delivery of a run that staff has to look at, as none of its parties is at fault. */
export async function holdRun(
  { platform, signal }: { platform: Platform; signal: AbortSignal },
  run: ClaimedDelivery,
  cause: string,
): Promise<void> {
  await untilAnswered(() => hold(platform, run, cause), signal)
}

const resumesAs = (status: ClaimedDelivery['status']) =>
  status === 'inspecting' || status === 'measuring' ? status : 'queued'

async function hold(platform: Platform, run: ClaimedDelivery, cause: string): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    if (!(await updateRun(tx, run, { status: 'held', run_id: null }))) return
    await insertHeld(tx, {
      delivery_id: run.id,
      resumes_as: resumesAs(run.status),
      cause,
      held_at: new Date(),
    })
    await notifyParties({ tx, platform }, run)
    await notify(
      { tx, platform },
      {
        audience: 'staff',
        type: 'system',
        title: 'Delivery held',
        message: `Delivery ${run.file_name} for ${run.title} is held: ${cause.replace(/\.$/, '')}. Retry it once the cause is gone.`,
        path: '/admin/jobs?tab=held',
        mail: true,
      },
    )
    await publishProgress(tx, run)
  })
}

async function notifyParties(
  ctx: Parameters<typeof notify>[0],
  run: ClaimedDelivery,
): Promise<void> {
  const { contract_id, client, vendor, file_name, title } = run
  const origin = deliveryOrigin({
    isMeasuredByVendor: run.is_measured_by_vendor,
    isConnected: run.is_connected,
  })
  const texts = deliveryNotices[origin].held
  const subject = contract_id ? 'Delivery' : 'Twin'
  await notify(ctx, {
    organizationId: vendor,
    type: 'contract',
    title: `${subject} delayed by a problem on our side`,
    message: `${file_name} for ${title}: ${contract_id ? texts.vendor : twinHeld}`,
    path: deskPath(run),
    mail: true,
  })
  if (client)
    await notify(ctx, {
      organizationId: client,
      type: 'contract',
      title: 'Delivery delayed by a problem on our side',
      message: `${title}: ${texts.client}`,
      path: `/contract-details/${contract_id}`,
      mail: true,
    })
}
