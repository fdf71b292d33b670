/**
 * Implements the vendor's steps between the first file and the twin: inspect the files, review,
 * submit, cancel.
 */
import {
  type Delivery,
  type DeliveryForecast,
  deliveryCan,
  type ReviewChoices,
  type SourceChoice,
} from '@semblance/contract'
import type { DeclaredSchema } from '@semblance/synth'
import { requireMemberOrganization } from '../../../core/api/service.ts'
import { announceEvent } from '../../../core/webhooks/service.ts'
import {
  addHeldTime,
  type ContractRow,
  getContractForParty,
  markReturnedToVendor,
} from '../../../market/contracts/service.ts'
import { type Tx, withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { findPaidModel, recipeOf } from '../../models/service.ts'
import { forecastMeasurement, type Measurement, reserveMeasurement } from '../../sources/service.ts'
import { toDelivery } from '../delivery.ts'
import { findAgreedFor } from '../gate/gate-queries.ts'
import { endHold } from '../held/held-queries.ts'
import {
  filesOfOriginals,
  findTerms,
  measurementOf,
  schemaOf,
  wasDrawnInVain,
} from '../measurement.ts'
import { endOriginals } from '../originals/destruction.ts'
import type { DeliveryRow } from '../queries.ts'
import { queueRun } from '../queue-run.ts'
import { checkChoices } from '../review/review.ts'
import { checkTableChoices } from '../review/row-relations.ts'
import { isSealed } from '../sealed-queries.ts'
import type { Purpose } from '../subjects.ts'
import { requireOwnTwin } from '../twins/twin-queries.ts'
import {
  findLatestFor,
  findReview,
  lockLiveDelivery,
  saveChoices,
  setCancelled,
  setDraft,
  setInspecting,
  setQueued,
} from './draft-queries.ts'
import { publishProgress } from './publish-progress.ts'
import { listOriginals, setAnnounced } from './upload-queries.ts'
import { getDeliverable } from './uploads.ts'

type Inspection = {
  purpose: Purpose
  checksums: { uploadId: string; sha256: string }[]
  notes?: string
}

type Submission = ReviewChoices & { purpose: Purpose; source?: SourceChoice }

/** Fixes the uploaded files and starts the inspection; the vendor can still return to the files. */
export async function inspectDelivery(ctx: Ctx, input: Inspection): Promise<Delivery> {
  await getDeliverable(ctx, input.purpose)
  const row = await withSystemRole(ctx.tx, async () => {
    const draft = await lockLiveDelivery(ctx.tx, input.purpose)
    if (!draft) throw new AppError('upload_incomplete', noFiles)
    if (!deliveryCan.change(draft.status)) throw new AppError('not_awaiting_delivery')
    const files = await listOriginals(ctx.tx, draft.id)
    const [first] = files
    if (!first) throw new AppError('upload_incomplete', noFiles)
    const missing = files.find(({ received, bytes }) => received !== bytes)
    if (missing)
      throw new AppError('upload_incomplete', {
        message: `${missing.file_name} has not arrived completely. Resume its upload, or remove it.`,
      })
    for (const { uploadId, sha256 } of input.checksums)
      if (files.some(({ id }) => id === uploadId)) await setAnnounced(ctx.tx, uploadId, sha256)
    return await setInspecting(ctx.tx, draft.id, {
      file_name: first.file_name,
      file_count: files.length,
      file_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0n),
      notes: input.notes || null,
    })
  })
  await queueRun(ctx.tx, 'delivery.inspect', row)
  await publishProgress(ctx.tx, row)
  return await toDelivery(ctx, row)
}

const noFiles = { message: 'Please upload at least one file.' }

/** Returns the delivery to draft, so that its files can be changed. */
export async function reopenDelivery(ctx: Ctx, purpose: Purpose): Promise<Delivery> {
  return await changeLive(ctx, purpose, 'reopen', async (row) => {
    await setDraft(ctx.tx, row.id, null)
    return { ...row, status: 'draft', reason: null, progress: 0 }
  })
}

/**
 * Confirms the vendor's review of the tables, reserves its privacy cost from the source, and starts the
 * synthesis. Throws what `reserveMeasurement` does.
 */
export async function submitDelivery(
  ctx: Ctx,
  { purpose, source, ...chosen }: Submission,
): Promise<Delivery> {
  const { contract } = await getDeliverable(ctx, purpose)
  const row = await withSystemRole(ctx.tx, async () => {
    const reviewed = await lockLiveDelivery(ctx.tx, purpose)
    if (reviewed?.status !== 'review') throw new AppError('not_awaiting_delivery')
    const { tables } = (await findReview(ctx.tx, reviewed.id))!
    checkChoices(tables, chosen.choices)
    checkTableChoices(tables, chosen)
    await saveChoices(ctx.tx, reviewed.id, chosen)
    await reserve(ctx, reviewed, source)
    return await setQueued(ctx.tx, reviewed.id)
  })
  await queueRun(ctx.tx, 'delivery.synthesize', row)
  if (contract) {
    const about = { contractId: contract.id, deliveryId: row.id }
    announceEvent(ctx.tx, [contract.client, contract.vendor], 'delivery.submitted', about)
  }
  await publishProgress(ctx.tx, row)
  return await toDelivery(ctx, row)
}

/** Reserves for a report alone where the run will draw from a model that was paid for. */
async function reserve({ tx }: Ctx, row: DeliveryRow, source?: SourceChoice): Promise<void> {
  const { schema } = await findTerms(tx, row)
  await reserveMeasurement(tx, await plannedMeasurement(tx, row, { schema, source }), source)
}

/** Returns a delivery's measurement as its run will make it: with the model that it will draw from, if there is one. */
async function plannedMeasurement(
  tx: Tx,
  row: DeliveryRow,
  { schema, source }: { schema: DeclaredSchema | undefined; source: SourceChoice | undefined },
): Promise<Measurement> {
  const measurement = await measurementOf(tx, row)
  const files = await filesOfOriginals(tx, row.id)
  const model = await findPaidModel(tx, {
    vendor: row.vendor,
    recipe: recipeOf({ files, schema, epsilon: measurement.epsilon }),
    sourceId: measurement.boundTo ?? (source && 'id' in source ? source.id : undefined),
    passOver: (tx, spendingId) => wasDrawnInVain(tx, row, spendingId),
  })
  return { ...measurement, drawsFrom: model?.spending_id }
}

/** States what a submission with these choices would do to its source. Throws what `submitDelivery` does, but for an exhausted budget. */
export async function forecastDelivery(
  ctx: Ctx,
  { purpose, source, ...chosen }: Submission,
): Promise<DeliveryForecast> {
  await getDeliverable(ctx, purpose)
  return await withSystemRole(ctx.tx, async () => {
    const row = await findLatestFor(ctx.tx, purpose)
    const review = row?.status === 'review' ? await findReview(ctx.tx, row.id) : null
    if (!row || !review) throw new AppError('not_awaiting_delivery')
    checkChoices(review.tables, chosen.choices)
    checkTableChoices(review.tables, chosen)
    const schema = await schemaOf(ctx.tx, row, { ...review, chosen })
    const planned = await plannedMeasurement(ctx.tx, row, { schema, source })
    const { privacyLevel, minAccuracyPercent } = await findAgreedFor(ctx.tx, row)
    return {
      ...(await forecastMeasurement(ctx.tx, planned, source)),
      privacyLevel,
      minAccuracyPercent,
    }
  })
}

/**
 * Cancels a delivery and ends its originals; a run in progress notices and stops. Throws
 * not_awaiting_delivery once its twin is sealed, too.
 */
export async function cancelDelivery(ctx: Ctx, purpose: Purpose): Promise<Delivery> {
  return await changeLive(ctx, purpose, 'cancel', async (row, contract) => {
    const cancelled = await setCancelled(ctx.tx, row.id, ctx.now)
    await endOriginals(ctx.tx, row.id, 'cancelled')
    const hold = await endHold(ctx.tx, row.id, ctx.now)
    if (contract && hold) await addHeldTime(ctx.tx, contract.id, hold.heldMs)
    if (contract?.status === 'synthetic_processing') await markReturnedToVendor(ctx.tx, contract.id)
    return cancelled
  })
}

/**
 * Changes the unfinished delivery of the caller's own contract, or its unfinished twin, as the system and with the row
 * locked. Throws not_found, not_awaiting_delivery.
 */
async function changeLive(
  ctx: Ctx,
  purpose: Purpose,
  action: 'reopen' | 'cancel',
  change: (row: DeliveryRow, contract: ContractRow | null) => Promise<DeliveryRow>,
): Promise<Delivery> {
  const contract = await getOwn(ctx, purpose)
  const row = await withSystemRole(ctx.tx, async () => {
    const live = await lockLiveDelivery(ctx.tx, purpose)
    if (live?.copied_from) throw new AppError('purchase_fixed')
    if (!live || !deliveryCan[action](live.status) || (await isSealed(ctx.tx, live.id)))
      throw new AppError('not_awaiting_delivery')
    return await change(live, contract)
  })
  await publishProgress(ctx.tx, row)
  return await toDelivery(ctx, row)
}

/** Returns the caller's own contract, in any state; null for a twin of its own. Throws not_found. */
async function getOwn(ctx: Ctx, purpose: Purpose): Promise<ContractRow | null> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  if ('twinId' in purpose) {
    await requireOwnTwin(ctx, vendor, purpose.twinId)
    return null
  }
  const contract = await getContractForParty(ctx, purpose.contractId)
  if (contract.vendor !== vendor) throw new AppError('not_found')
  return contract
}
