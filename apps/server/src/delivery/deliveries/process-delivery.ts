/**
 * Processes a submitted delivery: refused, failed, or ready with its files. A run may be repeated
 * after a crash or overtaken by another. It writes only while it owns the row.
 */
import { privacyEpsilons } from '@semblance/contract'
import { markProcessing } from '../../market/contracts/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform } from '../../platform/http/context.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import {
  inspectInProcess,
  type Outcome,
  type Progress,
  printInProcess,
  runLimits,
  SourceAwayError,
  SourceRefusedError,
  withWorkDir,
} from '../engine/service.ts'
import { type MadeTwins, makeTwins } from '../models/service.ts'
import { isRefusedBySource, openPrintKey } from '../sources/service.ts'
import { noteConnected } from './connected/connected-queries.ts'
import { removeRead } from './connected/remove-read.ts'
import { noteAnswer, waitForSource } from './connected/wait-for-source.ts'
import { placeOf, withinLimit } from './connected/within-limit.ts'
import { findPrints, setPrints } from './files/draft-queries.ts'
import { evaluateDeliveryRun } from './gate/evaluate-run.ts'
import { passes } from './gate/gate.ts'
import { findAgreedFor } from './gate/gate-queries.ts'
import { holdAfterTakeovers, settleRunFault } from './held/hold.ts'
import {
  filesOfOriginals,
  findTerms,
  measurementOf,
  subjectOf,
  wasDrawnInVain,
} from './measurement.ts'
import { openOriginals } from './originals/open-originals.ts'
import { refuseDelivery, rejectFailedGate, returnToReview } from './outcomes.ts'
import { followRun } from './progress.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  getContractStatus,
  isOwnRun,
  updateRun,
} from './queries.ts'
import { queueRun } from './queue-run.ts'
import { saveResult } from './save-result.ts'

export type Work = { platform: Platform; blobs: Blobs; signal: AbortSignal }

/** Sets the interval at which a delivery checks if its contract goes on. */
const SUSPENSION_PAUSE_MS = 10 * 60_000

const NOT_AWAITED = 'This contract no longer waits for a delivery.'

export async function processDelivery(work: Work, deliveryId: string): Promise<void> {
  const { platform } = work
  const run = await platform.db.transaction(system, (tx) =>
    claimDelivery(tx, deliveryId, ['queued', 'processing'], 'processing'),
  )
  if (!run || (await holdAfterTakeovers(platform, run))) return
  try {
    await withWorkDir(platform.config, async (dir) => {
      const outcome = await attempt(work, run, dir)
      if (outcome.type === 'aborted') await queueAgain(work, run)
      else if (outcome.type === 'postponed') await queueAgain(work, run, SUSPENSION_PAUSE_MS)
      else if (outcome.type === 'declined') await returnToReview(work, run, outcome.reason)
      else if (outcome.type === 'done') await settle(work, run, dir, outcome.result)
      else await refuseDelivery(work, run, outcome.reason)
    })
  } catch (error) {
    if (error instanceof SourceAwayError) await waitForSource(work, run, error)
    else await settleRunFault(work, run, error)
  }
}

/**
 * Delivers the output to the client if it meets the agreed terms. Otherwise notifies the vendor of
 * what it misses.
 */
async function settle(
  work: Work,
  run: ClaimedDelivery,
  dir: string,
  { tables, ledger }: MadeTwins,
): Promise<void> {
  const agreed = await untilAnswered(
    () => work.platform.db.transaction(system, (tx) => findAgreedFor(tx, run)),
    work.signal,
  )
  const judged = await evaluateDeliveryRun(agreed, dir, tables)
  // The certificate of a connected delivery is issued with its result, and states that this was done.
  if (run.is_connected) await removeRead(dir, tables)
  const made = { tables, ledger, ...judged }
  if (passes(judged.gate)) await saveResult(work, run, dir, { ...made, ...agreed })
  else await rejectFailedGate(work, run, made)
}

/** Returns true while a dispute, or a payment that the bank took back, keeps the contract where it is. */
const isSuspended = (status: string) => status === 'disputed' || status === 'awaiting_payment'

const awaitsDelivery = (status: string) =>
  status === 'in_progress' || status === 'synthetic_processing'

/** `declined`: the vendor's own choices cannot be kept to; nothing has been measured yet. */
type Ending = { type: 'postponed' } | { type: 'declined'; reason: string }

async function attempt(
  work: Work,
  run: ClaimedDelivery,
  dir: string,
): Promise<Outcome<MadeTwins> | Ending> {
  const { platform } = work
  const { contract_status } = run // null for a twin that no contract waits for
  if (contract_status && isSuspended(contract_status)) return { type: 'postponed' }
  if (contract_status && !awaitsDelivery(contract_status))
    return { type: 'refused', reason: NOT_AWAITED }
  const follow = followRun(platform, run, work.signal)
  try {
    return await withinLimit(placeOf(platform, run), follow.signal, (signal) =>
      make(work, run, dir, { signal, report: follow.report }),
    )
  } catch (error) {
    if (isRefusedBySource(error)) return { type: 'declined', reason: error.message }
    throw error
  } finally {
    await follow.end()
  }
}

async function make(
  work: Work,
  run: ClaimedDelivery,
  dir: string,
  { signal, report }: { signal: AbortSignal; report: (progress: Progress) => void },
): Promise<Outcome<MadeTwins> | Ending> {
  const { platform } = work
  const originals = await openOriginals(work, run, { dir, signal })
  if ('reason' in originals) return { type: 'refused', reason: originals.reason }
  const { agreed, schema } = await platform.db.transaction(system, (tx) => findTerms(tx, run))
  const input = { ...originals, tempDir: dir, ...(schema && { schema }) }
  const options = { signal, ...runLimits(platform.config) }
  if (schema) {
    const inspected = await inspectInProcess(input, options)
    if (inspected.type === 'refused') return { type: 'declined', reason: inspected.reason }
    if (inspected.type === 'aborted') return inspected
  }
  if (!(await printOriginals(platform, run, { input, options }))) return { type: 'aborted' }
  if (!(await beginSynthesis(platform, run))) return { type: 'aborted' }
  const epsilon = privacyEpsilons[agreed.privacyLevel]
  const onProgress = reportOf(work, run, report)
  const { id, vendor } = run
  const made = await makeTwins(work, {
    ...{ dir, input, epsilon, options: { ...options, onProgress } },
    run: { ...subjectOf(id), vendor, requireOwn: (tx) => requireOwnRun(tx, run) },
    files: await platform.db.transaction(system, (tx) => filesOfOriginals(tx, id)),
    findMeasurement: (tx) => measurementOf(tx, run),
    passOver: (tx, spendingId) => wasDrawnInVain(tx, run, spendingId),
  })
  // It has begun to count: what was reserved stays, and pays for the next try.
  if (made.type === 'refused' && made.bySource) throw new SourceRefusedError(made.reason)
  return made
}

/** Prints the tables of a review that an earlier release has made. False when the run was aborted. */
async function printOriginals(
  { db, secrets }: Platform,
  run: ClaimedDelivery,
  {
    input: { inputPaths, tempDir },
    options,
  }: {
    input: { inputPaths: string[]; tempDir: string }
    options: Parameters<typeof printInProcess>[1]
  },
): Promise<boolean> {
  const { prints, printKey } = await db.transaction(system, async (tx) => ({
    prints: await findPrints(tx, run.id),
    printKey: await openPrintKey(tx, secrets, run.vendor),
  }))
  if (prints) return true
  const printed = await printInProcess({ inputPaths, tempDir, printKey }, options)
  if (printed.type === 'refused') throw new Error('Tables that were inspected were not printed.')
  if (printed.type === 'done')
    await db.transaction(system, (tx) => setPrints(tx, run.id, printed.result))
  return printed.type === 'done'
}

/** Moves the contract on, if there is one and no earlier run did; false when the row is no longer this run's. */
async function beginSynthesis({ db }: Platform, run: ClaimedDelivery): Promise<boolean> {
  return await db.transaction(system, async (tx) => {
    if (!(await updateRun(tx, run, { stage: 'reading', progress: 0 }))) return false
    if (run.is_connected) await noteConnected(tx, run.id, { read_at: new Date() })
    const contract = run.contract_id
    if (contract && (await getContractStatus(tx, contract)) === 'in_progress')
      await markProcessing(tx, contract, new Date())
    return true
  })
}

/** Reports progress; the first of it shows that the source of a connected delivery answers. */
function reportOf(
  { platform }: Work,
  run: ClaimedDelivery,
  report: (progress: Progress) => void,
): (progress: Progress) => void {
  let isNoted = !run.is_connected
  return (progress) => {
    report(progress)
    if (isNoted) return
    isNoted = true
    noteAnswer(platform, run).catch((error) => {
      platform.log.warn({ err: error, deliveryId: run.id }, 'an answer was not noted')
    })
  }
}

async function requireOwnRun(tx: Tx, run: ClaimedDelivery): Promise<void> {
  if (!(await isOwnRun(tx, run))) throw new Error('another run has taken this delivery over')
}

/** The server stops, or the contract is suspended: another run takes over later, at no cost. */
async function queueAgain(
  { platform, signal }: Work,
  run: ClaimedDelivery,
  pauseMs = 0,
): Promise<void> {
  const runAt = pauseMs > 0 ? new Date(Date.now() + pauseMs) : undefined
  const queue = () =>
    platform.db.transaction(system, async (tx) => {
      if (!(await updateRun(tx, run, { status: 'queued', run_id: null }))) return
      await queueRun(tx, 'delivery.synthesize', run, runAt)
    })
  await untilAnswered(queue, signal)
}
