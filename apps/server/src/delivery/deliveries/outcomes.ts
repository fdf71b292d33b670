/**
 * Ends a run: updates the row, the contract, the files and the originals, and notifies users, in
 * one transaction.
 */
import { notify } from '../../core/notifications/service.ts'
import { announceEvent } from '../../core/webhooks/service.ts'
import { markReturnedToVendor } from '../../market/contracts/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import { settleBudget } from '../sources/service.ts'
import { publishProgress } from './files/publish-progress.ts'
import type { GateResult } from './gate/evaluate-run.ts'
import { describeFailedChecks } from './gate/gate.ts'
import { keepInternalReport, type MadeTables } from './gate/internal-reports.ts'
import { subjectOf } from './measurement.ts'
import { endOriginals } from './originals/destruction.ts'
import { deskPath } from './paths.ts'
import {
  type ClaimedDelivery,
  fresh,
  getContractStatus,
  type RunChange,
  updateRun,
} from './queries.ts'

export type EncryptionContext = { platform: Platform; blobs: Blobs; signal: AbortSignal }
/** A run whose tables are not what was agreed. */
type Missed = GateResult & MadeTables
type Told = Pick<SystemCtx, 'tx' | 'platform'>

/** Writes the end of a run in one transaction; while the database is away it waits, so that nothing is lost. */
export async function writeEnd<T>(
  { platform, signal }: EncryptionContext,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await untilAnswered(() => platform.db.transaction(system, write), signal)
}

/**
 * Refuses a delivery because of what its files are: the contract waits for another one, and the
 * vendor gets the reason. Ends the originals, so no fault of the platform may end here: those go
 * to `settleRunFault`. `also` is recorded with it. Returns false and changes nothing if the row belongs to another run.
 */
export async function refuseDelivery(
  place: EncryptionContext,
  run: ClaimedDelivery,
  reason: string,
  missed?: Missed,
  also?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { platform } = place
  return await writeEnd(place, async (tx) => {
    const found = missed && {
      gate: JSON.stringify(missed.gate),
      report: JSON.stringify(missed.report),
    }
    const ended = { fault_since: null, finished_at: new Date() }
    const change = { status: 'refused' as const, reason, ...ended, ...found }
    if (!(await updateRun(tx, run, change))) return false
    if (missed) await keepInternalReport(tx, run.id, missed.tables)
    await settleBudget(tx, subjectOf(run.id), missed?.ledger)
    await endOriginals(tx, run.id, 'refused')
    await also?.(tx)
    const contract = run.contract_id
    if (contract && (await getContractStatus(tx, contract)) === 'synthetic_processing')
      await markReturnedToVendor(tx, contract)
    await notifyRefusal({ tx, platform }, run, { status: 'refused', reason })
    return true
  })
}

/**
 * Ends a run whose twin failed the agreed terms. The client receives nothing; the vendor receives
 * the list of failed terms.
 */
export const rejectFailedGate = (place: EncryptionContext, run: ClaimedDelivery, missed: Missed) =>
  refuseDelivery(
    place,
    run,
    describeFailedChecks(missed.gate, run.contract_id ? 'contract' : 'listing'),
    missed,
  )

/** Returns a delivery with unusable files to the vendor, with the reason. */
export const returnToUpload = (place: EncryptionContext, run: ClaimedDelivery, reason: string) =>
  sendBack(place, run, { status: 'draft', reason, run_id: null, ...fresh, progress: 0 })

/** Reopens the review because the vendor's decisions about columns cannot be applied. */
export const returnToReview = (place: EncryptionContext, run: ClaimedDelivery, reason: string) =>
  sendBack(place, run, { status: 'review', reason, run_id: null, ...fresh, progress: 0 })

async function sendBack(
  place: EncryptionContext,
  run: ClaimedDelivery,
  change: RunChange & { status: 'draft' | 'review'; reason: string },
): Promise<void> {
  await writeEnd(place, async (tx) => {
    if (!(await updateRun(tx, run, change))) return
    await settleBudget(tx, subjectOf(run.id))
    await notifyRefusal({ tx, platform: place.platform }, run, change)
  })
}

/** Notifies the vendor, who may have left in the meantime, that the tables await review. */
export async function notifyReviewNeeded(ctx: Told, run: ClaimedDelivery): Promise<void> {
  await notify(ctx, {
    organizationId: run.vendor,
    type: 'contract',
    title: run.is_connected ? 'Your tables have been read' : 'Your files have been read',
    message: run.contract_id
      ? `Review the tables of your delivery for ${run.title} and submit it.`
      : `Review the tables of the twin ${run.title} and have it measured.`,
    path: deskPath(run),
  })
  await publishProgress(ctx.tx, run)
}

/** Notifies the vendor alone; a client learns nothing of a refusal. */
async function notifyRefusal(
  ctx: Told,
  run: ClaimedDelivery,
  { status, reason }: { status: 'draft' | 'review' | 'refused'; reason: string },
): Promise<void> {
  if (run.contract_id) {
    const about = { contractId: run.contract_id, deliveryId: run.id, status }
    announceEvent(ctx.tx, [run.vendor], 'delivery.refused', about)
  }
  await notify(ctx, {
    organizationId: run.vendor,
    type: 'contract',
    title: run.contract_id ? 'Delivery not accepted' : 'Twin not made',
    message: `${run.file_name} for ${run.title}: ${reason}`,
    path: deskPath(run),
    mail: true,
  })
  await publishProgress(ctx.tx, run)
}
