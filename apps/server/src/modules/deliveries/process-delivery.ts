/**
 * What becomes of a submitted delivery: refused, failed, or ready with its files.
 * A run may be repeated after a crash or overtaken by another: it writes only while the row is its own,
 * and the original is destroyed only once the outcome is committed.
 */
import type { TableReport } from '@semblance/synth'
import type { Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import type { Storage } from '../../platform/storage.ts'
import { markProcessing } from '../contracts/service.ts'
import { finishWithoutData, keepResult } from './outcomes.ts'
import { recordProgress } from './progress.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  findUploadOf,
  getContractStatus,
  updateRun,
} from './queries.ts'
import { inspectInWorker, type Outcome, synthesizeInWorker } from './synthesis.ts'
import { destroyUpload, uploadKey } from './uploads.ts'

export type Work = {
  platform: Platform
  storage: Storage
  signal: AbortSignal
}

/** How often a synthesis is tried before it counts as failed; a crash of the server counts, its orderly stop does not. */
const MAX_ATTEMPTS = 3

/** How long a delivery waits before it looks whether the dispute about its contract is over. */
const DISPUTE_PAUSE_MS = 10 * 60_000

const OUR_FAULT =
  'Something went wrong on our side while making the synthetic dataset. Please upload the file again.'
const NOT_AWAITED = 'This contract no longer waits for a delivery.'

export async function processDelivery(work: Work, deliveryId: string): Promise<void> {
  const { platform, storage } = work
  const run = await platform.db.transaction(system, (tx) => claimDelivery(tx, deliveryId))
  if (!run) return await cleanUpAfter(work, deliveryId)
  const workDir = `work/${run.id}/${run.attempt}`
  try {
    const outcome = await attempt(work, run, workDir)
    if (outcome.type === 'overtaken') return
    if (outcome.type === 'aborted') return await queueAgain(work, run)
    if (outcome.type === 'postponed') return await queueAgain(work, run, DISPUTE_PAUSE_MS)
    const isOurs =
      outcome.type === 'done'
        ? await keepResult(work, run, workDir, outcome.result)
        : await finishWithoutData(work, run, outcome.type, outcome.reason)
    if (isOurs) await destroyOriginal(work, run.id, run.upload_id)
  } catch (error) {
    if (run.attempt < MAX_ATTEMPTS) throw error
    platform.log.error({ err: error, deliveryId }, 'the last attempt at a synthesis failed')
    if (await finishWithoutData(work, run, 'failed', OUR_FAULT))
      await destroyOriginal(work, run.id, run.upload_id)
  } finally {
    await storage.remove(workDir)
  }
}

type Ending = { type: 'overtaken' } | { type: 'postponed' } | { type: 'failed'; reason: string }

async function attempt(
  work: Work,
  run: ClaimedDelivery,
  workDir: string,
): Promise<Outcome<TableReport> | Ending> {
  const { platform, storage, signal } = work
  if (run.contract_status === 'disputed') return { type: 'postponed' }
  if (run.contract_status !== 'in_progress' && run.contract_status !== 'synthetic_processing')
    return { type: 'refused', reason: NOT_AWAITED }
  if (run.attempt > MAX_ATTEMPTS) return { type: 'failed', reason: OUR_FAULT } // each of them died with the server
  const paths = {
    inputPath: storage.path(uploadKey(run.upload_id)),
    tempDir: storage.makeDir(workDir),
  }
  const inspected = await inspectInWorker(paths, signal)
  if (inspected.type !== 'done') return inspected
  if (!(await beginSynthesis(platform, run))) return { type: 'overtaken' }
  const progress = recordProgress(platform, run)
  try {
    return await synthesizeInWorker(
      { ...paths, outputDir: storage.makeDir(`${workDir}/twins`) },
      { signal, onProgress: progress.report },
    )
  } finally {
    await progress.settle()
  }
}

/** Moves the contract on, unless an earlier run did; false when a later run has taken over. */
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

/** A finished delivery is asked for again when a run was cut off between its outcome and its last duty. */
async function cleanUpAfter(work: Work, deliveryId: string): Promise<void> {
  const uploadId = await work.platform.db.transaction(system, (tx) => findUploadOf(tx, deliveryId))
  if (uploadId) await destroyOriginal(work, deliveryId, uploadId)
}

/** With all that runs cut off by a crash may have copied of it. */
async function destroyOriginal(
  { platform, storage }: Work,
  deliveryId: string,
  uploadId: string,
): Promise<void> {
  await storage.remove(`work/${deliveryId}`)
  await destroyUpload(platform, storage, uploadId)
}
