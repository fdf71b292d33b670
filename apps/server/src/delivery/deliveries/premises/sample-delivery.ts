/**
 * Delivers what a vendor has measured: draws the twin itself from the model, and goes on as with any other once it is the one that
 * was stated. Everything that came from outside may be forged.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  errors,
  type MeasuredReports,
  type MeasurementRefusal,
  type MeasurementStatement,
  measuredReports,
  measurementStatement,
} from '@semblance/contract'
import { ENGINE_VERSION } from '@semblance/synth'
import { decodeJwt } from 'jose'
import { markProcessing } from '../../../market/contracts/service.ts'
import { system } from '../../../platform/database/db.ts'
import { enqueue } from '../../../platform/process/jobs.ts'
import { untilAnswered } from '../../../platform/process/until-answered.ts'
import { type Redrawn, redrawInProcess, runLimits, withWorkDir } from '../../engine/service.ts'
import { openReservedModel } from '../../models/service.ts'
import { evaluateDeliveryRun } from '../gate/evaluate-run.ts'
import { passes } from '../gate/gate.ts'
import { findAgreedFor } from '../gate/gate-queries.ts'
import { holdAfterTakeovers, holdRun, settleRunFault } from '../held/hold.ts'
import { subjectOf } from '../measurement.ts'
import { refuseDelivery, rejectFailedGate } from '../outcomes.ts'
import type { Work } from '../process-delivery.ts'
import { followRun } from '../progress.ts'
import { type ClaimedDelivery, claimDelivery, getContractStatus, updateRun } from '../queries.ts'
import { saveResult } from '../save-result.ts'
import { dealOf } from '../subjects.ts'
import { judgeModel } from './judge-model.ts'
import { findMeasurementOf, type MeasurementRow, setMeasurement } from './measurement-queries.ts'
import { inOwnWords } from './stated-report.ts'

/** Limits the time in which a foreign model is read and drawn from. */
const MAX_DRAWING_MS = 30 * 60_000
const SUSPENSION_PAUSE_MS = 10 * 60_000

export async function sampleDelivery(work: Work, deliveryId: string): Promise<void> {
  const { platform } = work
  const run = await platform.db.transaction(system, (tx) =>
    claimDelivery(tx, deliveryId, ['measuring'], 'measuring'),
  )
  if (!run || (await holdAfterTakeovers(platform, run))) return
  try {
    const { contract_status: status } = run
    if (status === 'disputed' || status === 'awaiting_payment')
      return await queueAgain(work, run, SUSPENSION_PAUSE_MS)
    if (status !== 'in_progress' && status !== 'synthetic_processing') {
      await refuseDelivery(work, run, 'This contract no longer waits for a delivery.')
      return
    }
    await withWorkDir(platform.config, (dir) => deliver(work, run, dir))
  } catch (error) {
    await settleRunFault(work, run, error)
  }
}

async function deliver(work: Work, run: ClaimedDelivery, dir: string): Promise<void> {
  const found = await begin(work, run)
  if (!found) return
  const drawn = await draw(work, run, { dir, seed: Number(found.row.seed) })
  if (drawn === 'aborted') return await queueAgain(work, run, 0)
  if ('refused' in drawn) return await refuse(work, run, found, drawn.refused)
  const { stated, reports } = found
  const judged = judgeModel(drawn, { epsilon: found.row.epsilon, stated, reports })
  if ('refusal' in judged) return await refuse(work, run, found, judged.refusal)
  const { platform, signal } = work
  const agreed = await untilAnswered(
    () => platform.db.transaction(system, (tx) => findAgreedFor(tx, run)),
    signal,
  )
  const tables = drawn.twins.map(({ name, path }) => ({
    name,
    path,
    published: reportOf(reports, name),
  }))
  const result = await evaluateDeliveryRun(agreed, dir, tables)
  // The vendor's figures of cost refuse, and never lower what was reserved: all of it is spent.
  const made = { tables, ledger: undefined, ...result }
  if (passes(result.gate))
    await saveResult(work, run, dir, { ...made, ...agreed, noise: judged.noise })
  else await rejectFailedGate(work, run, made)
}

function reportOf(reports: MeasuredReports, table: string) {
  const found = reports.find(({ name }) => name === table)
  if (!found) throw new Error(`There is no report on ${table}.`)
  return found.report
}

type Found = { row: MeasurementRow; stated: MeasurementStatement; reports: MeasuredReports }

/** Moves the contract on, and returns what was stated; null once the row is no longer this run's. */
async function begin({ platform, signal }: Work, run: ClaimedDelivery): Promise<Found | null> {
  const read = () =>
    platform.db.transaction(system, async (tx) => {
      if (!(await updateRun(tx, run, { stage: 'sampling', progress: 0 }))) return null
      const { contractId } = dealOf(run)
      if ((await getContractStatus(tx, contractId)) === 'in_progress')
        await markProcessing(tx, contractId, new Date())
      const row = await findMeasurementOf(tx, run.id)
      if (!row?.statement) throw new Error(`Delivery ${run.id} was queued without a statement.`)
      const stated = measurementStatement.parse(decodeJwt(row.statement)) // verified when it arrived
      return { row, stated, reports: inOwnWords(measuredReports.parse(row.reports)) }
    })
  return await untilAnswered(read, signal)
}

async function draw(
  work: Work,
  run: ClaimedDelivery,
  { dir, seed }: { dir: string; seed: number },
): Promise<Redrawn | 'aborted'> {
  const { platform } = work
  const modelPath = join(dir, 'model.semblance')
  const outputDir = join(dir, 'twins')
  await mkdir(outputDir)
  if (!(await openReservedModel(work, subjectOf(run.id), modelPath)))
    throw new Error(`The model of delivery ${run.id} is not stored.`)
  const follow = followRun(platform, run, work.signal)
  const limit = AbortSignal.timeout(MAX_DRAWING_MS)
  try {
    const input = { modelPath, outputDir, seed, tempDir: dir }
    const outcome = await redrawInProcess(input, {
      ...runLimits(platform.config),
      signal: AbortSignal.any([follow.signal, limit]),
      onProgress: follow.report,
    })
    return drawnOf(outcome, limit.aborted && !follow.signal.aborted)
  } finally {
    await follow.end()
  }
}

/** Returns what came of drawing. Throws for one that took too long: how fast this machine is, is no fault of the model. */
export function drawnOf(
  outcome: Awaited<ReturnType<typeof redrawInProcess>>,
  isLate: boolean,
): Redrawn | 'aborted' {
  if (outcome.type === 'done') return outcome.result
  // It refuses what takes too much memory; all else about a model is in its result.
  if (outcome.type === 'refused') return { refused: 'model_too_large' }
  if (isLate) throw new Error(`A twin was not drawn within ${MAX_DRAWING_MS / 60_000} minutes.`)
  return 'aborted'
}

/**
 * Refuses the model; the budget is spent, as the model exists. What another engine than the vendor's does not take is no fault of
 * the vendor's: it is held.
 */
async function refuse(
  work: Work,
  run: ClaimedDelivery,
  { stated }: Found,
  refusal: MeasurementRefusal,
): Promise<void> {
  const { version } = stated.engine
  if (version !== ENGINE_VERSION) {
    const cause = `it was measured with engine ${version}, and engine ${ENGINE_VERSION} finds ${refusal}`
    return await holdRun(work, run, cause)
  }
  await refuseDelivery(work, run, errors[refusal].message, undefined, async (tx) => {
    const row = await findMeasurementOf(tx, run.id)
    if (row) await setMeasurement(tx, row.id, { state: 'refused', ended_at: new Date(), refusal })
  })
}

async function queueAgain(
  { platform, signal }: Work,
  run: ClaimedDelivery,
  pauseMs: number,
): Promise<void> {
  const runAt = pauseMs > 0 ? new Date(Date.now() + pauseMs) : undefined
  const queue = () =>
    platform.db.transaction(system, async (tx) => {
      if (!(await updateRun(tx, run, { run_id: null }))) return
      await enqueue(tx, 'delivery.sample', { deliveryId: run.id }, { runAt })
    })
  await untilAnswered(queue, signal)
}
