/**
 * What becomes of a submitted delivery: refused, failed, or ready with its files. A run may be repeated after a crash or
 * overtaken by another: it writes only while the row is its own.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { privacyEpsilons } from '@semblance/contract'
import type { TableReport } from '@semblance/synth'
import type { Blobs } from '../../platform/blobs.ts'
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { markProcessing } from '../contracts/service.ts'
import { agreedSchema } from './agreed-schema.ts'
import { findReview } from './draft-queries.ts'
import { passes } from './gate.ts'
import { findAgreed } from './gate-queries.ts'
import { judgeRun } from './judge-run.ts'
import { finishWithoutData, keepResult, refuseMissed, sendToReview } from './outcomes.ts'
import { followRun } from './progress.ts'
import { type ClaimedDelivery, claimDelivery, getContractStatus, updateRun } from './queries.ts'
import { inspectApart, type Outcome, synthesizeApart } from './synthesis.ts'
import { unsealOriginals } from './unseal.ts'
import { inWorkDir } from './work-dir.ts'

export type Work = { platform: Platform; blobs: Blobs; signal: AbortSignal }

/** How often a run is tried before it counts as failed; a crash of the server counts, its orderly stop does not. */
export const MAX_ATTEMPTS = 3

/** How long a delivery waits before it looks whether the dispute about its contract is over. */
const DISPUTE_PAUSE_MS = 10 * 60_000

export const OUR_FAULT =
  'Something went wrong on our side while making the synthetic dataset. Please upload the file again.'
const NOT_AWAITED = 'This contract no longer waits for a delivery.'

export async function processDelivery(work: Work, deliveryId: string): Promise<void> {
  const { platform } = work
  const run = await platform.db.transaction(system, (tx) =>
    claimDelivery(tx, deliveryId, ['queued', 'processing'], 'processing'),
  )
  if (!run) return
  try {
    await inWorkDir(platform.config, async (dir) => {
      const outcome = await attempt(work, run, dir)
      if (outcome.type === 'aborted') await queueAgain(work, run)
      else if (outcome.type === 'postponed') await queueAgain(work, run, DISPUTE_PAUSE_MS)
      else if (outcome.type === 'declined') await sendToReview(work, run, outcome.reason)
      else if (outcome.type === 'done') await settle(work, run, dir, outcome.result)
      else await finishWithoutData(work, run, outcome.type, outcome.reason)
    })
  } catch (error) {
    if (run.attempt < MAX_ATTEMPTS) throw error
    platform.log.error({ err: error, deliveryId }, 'the last attempt at a synthesis failed')
    await finishWithoutData(work, run, 'failed', OUR_FAULT)
  }
}

/** What was made goes to the client only if it is what was agreed; else the vendor learns what it misses. */
async function settle(
  work: Work,
  run: ClaimedDelivery,
  dir: string,
  tables: TableReport[],
): Promise<void> {
  const agreed = await work.platform.db.transaction(system, (tx) => findAgreed(tx, run.contract_id))
  const judged = await judgeRun(agreed, dir, tables)
  if (passes(judged.gate)) await keepResult(work, run, dir, { tables, ...judged, ...agreed })
  else await refuseMissed(work, run, { tables, ...judged })
}

/** `declined`: the vendor's own choices cannot be kept to; nothing has been measured yet. */
type Ending =
  | { type: 'postponed' }
  | { type: 'failed'; reason: string }
  | { type: 'declined'; reason: string }

async function attempt(
  work: Work,
  run: ClaimedDelivery,
  dir: string,
): Promise<Outcome<TableReport[]> | Ending> {
  const { platform } = work
  if (run.contract_status === 'disputed') return { type: 'postponed' }
  if (run.contract_status !== 'in_progress' && run.contract_status !== 'synthetic_processing')
    return { type: 'refused', reason: NOT_AWAITED }
  if (run.attempt > MAX_ATTEMPTS) return { type: 'failed', reason: OUR_FAULT } // each of them died with the server
  const follow = followRun(platform, run, work.signal)
  try {
    const originals = await unsealOriginals(work, run.id, dir)
    if ('reason' in originals) return { type: 'refused', reason: originals.reason }
    const { agreed, review } = await platform.db.transaction(system, async (tx) => ({
      agreed: await findAgreed(tx, run.contract_id),
      review: await findReview(tx, run.id),
    }))
    const schema = review && agreedSchema(review.chosen, agreed.dataContract, review.tables)
    const input = { inputPaths: originals.paths, tempDir: dir, ...(schema && { schema }) }
    const options = { signal: follow.signal, memoryMb: platform.config.synthesisMemoryMb }
    if (schema) {
      const inspected = await inspectApart(input, options)
      if (inspected.type === 'refused') return { type: 'declined', reason: inspected.reason }
      if (inspected.type === 'aborted') return inspected
    }
    if (!(await beginSynthesis(platform, run))) return { type: 'aborted' }
    const outputDir = join(dir, 'twins')
    await mkdir(outputDir)
    const { report: onProgress } = follow
    const epsilon = privacyEpsilons[agreed.privacyLevel]
    return await synthesizeApart({ ...input, outputDir, epsilon }, { ...options, onProgress })
  } finally {
    await follow.end()
  }
}

/** Moves the contract on, unless an earlier run did; false when the row is no longer this run's. */
async function beginSynthesis({ db }: Platform, run: ClaimedDelivery): Promise<boolean> {
  return await db.transaction(system, async (tx) => {
    if (!(await updateRun(tx, run, { stage: 'reading', progress: 0 }))) return false
    if ((await getContractStatus(tx, run.contract_id)) === 'in_progress')
      await markProcessing(tx, run.contract_id, new Date())
    return true
  })
}

/** The server stops, or a dispute holds the contract: another run takes over later, at no cost to the attempts left. */
async function queueAgain({ platform }: Work, run: ClaimedDelivery, pauseMs = 0): Promise<void> {
  const runAt = pauseMs > 0 ? new Date(Date.now() + pauseMs) : undefined
  await platform.db.transaction(system, async (tx) => {
    if (!(await updateRun(tx, run, { status: 'queued', attempt: run.attempt - 1 }))) return
    await enqueue(tx, 'delivery.synthesize', { deliveryId: run.id }, { runAt })
  })
}
