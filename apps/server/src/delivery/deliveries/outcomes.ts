/**
 * Ends a run: updates the row, the contract, the files and the originals, and notifies users, in
 * one transaction.
 */
import {
  type DataFormat,
  describeDuePrice,
  type GateItem,
  publishedReport,
} from '@semblance/contract'
import type { TableReport } from '@semblance/synth'
import { notify } from '../../core/notifications/service.ts'
import {
  getDuePrice,
  lockContract,
  markDelivered,
  markReturnedToVendor,
} from '../../market/contracts/service.ts'
import { system, type Tx } from '../../platform/database/db.ts'
import type { Platform, SystemCtx } from '../../platform/http/context.ts'
import { untilAnswered } from '../../platform/process/until-answered.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import { describeDelivery, draftCertificate, issueCertificate } from '../certificates/service.ts'
import { keepPreview, readPreview } from '../previews/service.ts'
import { getSourceAccount, ledgerOf, settleBudget } from '../sources/service.ts'
import { writeConversions } from './files/conversions.ts'
import { publishProgress } from './files/publish-progress.ts'
import {
  discardFiles,
  encryptFiles,
  filesOf,
  splitReports,
  writeFiles,
} from './files/twin-files.ts'
import type { GateResult } from './gate/evaluate-run.ts'
import { describeFailedChecks, measuredAccuracy } from './gate/gate.ts'
import { keepInternalReport } from './gate/internal-reports.ts'
import { subjectOf } from './measurement.ts'
import { discardModel, keepModel, sealModel } from './models/models.ts'
import { destroyOriginals, destructionRecord } from './originals/destruction.ts'
import { filesKey } from './originals/keys.ts'
import {
  type ClaimedDelivery,
  fresh,
  getContractStatus,
  insertFiles,
  isOwnRun,
  type RunChange,
  updateRun,
} from './queries.ts'

type EncryptionContext = { platform: Platform; blobs: Blobs; signal: AbortSignal }
/** A run whose tables are not what was agreed. */
type Missed = GateResult & { tables: TableReport[] }
/** A run whose tables are what was agreed; its model is in the file at `modelPath`. */
type Met = { tables: TableReport[]; gate: GateItem[]; formats: DataFormat[]; modelPath: string }
type Told = Pick<SystemCtx, 'tx' | 'platform'>

/** Writes the end of a run in one transaction; while the database is away it waits, so that nothing is lost. */
async function writeEnd<T>(
  { platform, signal }: EncryptionContext,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await untilAnswered(() => platform.db.transaction(system, write), signal)
}

/**
 * Refuses a delivery because of what its files are: the contract waits for another one, and the
 * vendor gets the reason. Destroys the originals, so no fault of the platform may end here: those go
 * to `settleRunFault`. Returns false and changes nothing if the row belongs to another run.
 */
export async function refuseDelivery(
  place: EncryptionContext,
  run: ClaimedDelivery,
  reason: string,
  missed?: Missed,
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
    await settleBudget(tx, subjectOf(run.id), missed && ledgerOf(missed.tables))
    await destroyOriginals(tx, run.id, 'refused')
    if ((await getContractStatus(tx, run.contract_id)) === 'synthetic_processing')
      await markReturnedToVendor(tx, run.contract_id)
    await notifyVendor({ tx, platform }, run, { title: notAccepted, reason })
    return true
  })
}

const notAccepted = 'Delivery not accepted'

/**
 * Ends a run whose twin failed the agreed terms. The client receives nothing; the vendor receives
 * the list of failed terms.
 */
export const rejectFailedGate = (place: EncryptionContext, run: ClaimedDelivery, missed: Missed) =>
  refuseDelivery(place, run, describeFailedChecks(missed.gate), missed)

/** Returns a delivery with unusable files to the vendor, with the reason. */
export const returnToUpload = (place: EncryptionContext, run: ClaimedDelivery, reason: string) =>
  sendBack(place, run, { status: 'draft', reason, run_id: null, ...fresh, progress: 0 })

/** Reopens the review because the vendor's decisions about columns cannot be applied. */
export const returnToReview = (place: EncryptionContext, run: ClaimedDelivery, reason: string) =>
  sendBack(place, run, { status: 'review', reason, run_id: null, ...fresh, progress: 0 })

async function sendBack(
  place: EncryptionContext,
  run: ClaimedDelivery,
  change: RunChange & { reason: string },
): Promise<void> {
  await writeEnd(place, async (tx) => {
    if (!(await updateRun(tx, run, change))) return
    await settleBudget(tx, subjectOf(run.id))
    await notifyVendor({ tx, platform: place.platform }, run, {
      title: notAccepted,
      reason: change.reason,
    })
  })
}

/**
 * Stores the result of a run. Returns false and stores nothing if the row belongs to another run.
 */
export async function saveResult(
  place: EncryptionContext,
  run: ClaimedDelivery,
  dir: string,
  { tables, gate, formats, modelPath }: Met,
): Promise<boolean> {
  const { platform, blobs } = place
  const reports = splitReports(
    tables.map(({ name, path, published }) => ({
      name,
      path,
      report: publishedReport.parse(published), // what readers are promised, and nothing beyond it
    })),
  )
  const now = new Date()
  const certificate = await writeEnd(place, (tx) =>
    draftCertificate({ tx, platform }, run.contract_id),
  )
  const written = await writeFiles(dir, { fileName: run.file_name, reports })
  const conversions = await writeConversions(
    place,
    dir,
    written.map(({ twin }) => twin),
    formats.filter((format) => format !== 'csv'),
  )
  const companions = await describeDelivery(certificate, { at: now, dir, tables: written })
  const key = await writeEnd(place, (tx) => filesKey(tx, platform.secrets, run.id))
  const sealed = await encryptFiles(blobs, key, [
    ...filesOf(written),
    ...conversions,
    ...companions,
  ])
  const model = await sealModel(blobs, key, modelPath)
  const preview = await readPreview(tables)
  const isKept = await writeEnd(place, async (tx) => {
    // Its own end, if the answer to an earlier try was lost: then its files are in use.
    if (!(await updateRun(tx, run, readyWith(reports, gate, now))))
      return await isOwnRun(tx, { ...run, status: 'ready' })
    await insertFiles(tx, run.id, sealed)
    await keepModel(tx, run.id, model)
    await keepInternalReport(tx, run.id, tables)
    await keepPreview(tx, run.id, preview)
    await settleBudget(tx, subjectOf(run.id), ledgerOf(tables))
    const account = await getSourceAccount(tx, subjectOf(run.id))
    const { at, files } = await destroyOriginals(tx, run.id, 'delivered')
    await issueCertificate({ tx, platform, now }, certificate, {
      id: run.id,
      files: sealed,
      tables: written,
      originals: files,
      account,
      destruction: { at, record: destructionRecord(run.id) },
    })
    await markDelivered(tx, run.contract_id, { accuracy: pricedAccuracy(reports), now })
    await notifyBothParties({ tx, platform }, run)
    return true
  })
  if (!isKept) {
    await discardFiles(blobs, sealed)
    await discardModel(blobs, model)
  }
  return isKept
}

const pricedAccuracy = ({ main, others }: ReturnType<typeof splitReports>) =>
  measuredAccuracy([main.report, ...others.map(({ report }) => report)])

const readyWith = (
  { main, others }: ReturnType<typeof splitReports>,
  gate: GateItem[],
  now: Date,
): RunChange => ({
  status: 'ready',
  report: JSON.stringify(main.report),
  gate: JSON.stringify(gate),
  other_reports: JSON.stringify(others.map(({ name, report }) => ({ name, report }))),
  progress: 1,
  fault_since: null,
  finished_at: now,
})

/** Notifies the vendor, who may have left in the meantime, that the tables await review. */
export async function notifyReviewNeeded(ctx: Told, run: ClaimedDelivery): Promise<void> {
  await notify(ctx, {
    organizationId: run.vendor,
    type: 'contract',
    title: 'Your files have been read',
    message: `Review the tables of your delivery for ${run.title} and submit it.`,
    path: `/data-upload/${run.contract_id}`,
  })
  await publishProgress(ctx.tx, run)
}

async function notifyVendor(
  ctx: Told,
  run: ClaimedDelivery,
  { title, reason }: { title: string; reason: string },
): Promise<void> {
  await notify(ctx, {
    organizationId: run.vendor,
    type: 'contract',
    title,
    message: `${run.file_name} for ${run.title}: ${reason}`,
    path: `/data-upload/${run.contract_id}`,
    mail: true,
  })
  await publishProgress(ctx.tx, run)
}

async function notifyBothParties(ctx: Told, run: ClaimedDelivery): Promise<void> {
  const contract = await lockContract(ctx.tx, run.contract_id)
  const due = await getDuePrice(ctx.tx, contract)
  const price = due ? ` ${describeDuePrice(due, contract.price_cents)}` : ''
  await notify(ctx, {
    organizationId: run.client,
    type: 'contract',
    title: 'Data Delivered',
    message: `The synthetic dataset for ${run.title} misses none of the agreed terms. It waits for your review, with a report of what was measured.${price}`,
    path: `/download/${run.dpr_id}`,
    mail: true,
  })
  await notify(ctx, {
    organizationId: run.vendor,
    type: 'contract',
    title: 'Data Delivered Successfully',
    message: `Your delivery for ${run.title} misses none of the agreed terms, and the client has been notified. The key of your files has been destroyed in our database.${price}`,
    path: '/vendor-active-contracts',
  })
  await publishProgress(ctx.tx, run)
}
