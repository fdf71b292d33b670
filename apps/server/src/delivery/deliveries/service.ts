/** Deliveries as their parties meet them: submitted by the vendor, read, downloaded and released by the client. */
import { buffer } from 'node:stream/consumers'
import {
  contractCan,
  type Dataset,
  type Delivery,
  MAX_CHANGE_REQUESTS,
  splitAtAccuracy,
  splitOf,
} from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import { requireMemberOrganization, viewerOrganization } from '../../core/api/service.ts'
import {
  type ContractMoney,
  type ContractRow,
  contractMoney,
  getContractForParty,
  getContractOfDpr,
  getDuePrice,
  requestChangesTransition,
} from '../../market/contracts/service.ts'
import { purchasedBy } from '../../market/dprs/service.ts'
import { releaseEscrow } from '../../money/escrow/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { signLink } from '../../platform/http/links.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { getDrawnAccount } from '../sources/service.ts'
import { accountOfCopy } from './copies/copies.ts'
import { toDelivery } from './delivery.ts'
import { readerOf, withKeys } from './files/twin-files.ts'
import { getReady } from './get-ready-delivery.ts'
import { subjectOf } from './measurement.ts'
import {
  findFile,
  findLatestDelivery,
  listFiles,
  listFilesByHash,
  listReasons,
  supersedeDelivery,
} from './queries.ts'

export {
  backfillDelivery,
  backfillRunningDelivery,
  backfillUploadTakenBack,
  discardOutput,
  type Made,
  type Original,
  synthesizeFile,
} from './backfill.ts'
export { accountOfTwin, readTwin, startCopy, type Twin } from './copies/copies.ts'
export { convertFile, writeConversions } from './files/conversions.ts'
export {
  insertFiles,
  listDrawnFiles,
  listFileContent,
  listStored,
  listStoredFiles,
} from './files/file-queries.ts'
export { linkShared, openFile } from './files/shared-files.ts'
export {
  discardFiles,
  encryptFiles,
  type OpenFile,
  readerOf,
  withKeys,
} from './files/twin-files.ts'
export { finishDelivery, noteDelay } from './finish-delivery.ts'
export { type Agreed, measuredAccuracy, passes, recordsAllowance } from './gate/gate.ts'
export { findAgreed } from './gate/gate-queries.ts'
export { listModelContent, listStoredModels } from './models/model-queries.ts'
export { findModelFacts, hasModel, openModel } from './models/models.ts'
export { filesKey, rewrapDeliveryKeys } from './originals/keys.ts'
export { endAllOriginals } from './originals/restored.ts'
export { type DeliveryRow, findReadyDelivery, findStoredArchive } from './queries.ts'
export { endTwinsOf } from './twins/end-twins.ts'
export { findTwin } from './twins/twin-queries.ts'

/**
 * Returns the contract's latest delivery to either party, or null. Details of refusals and failures
 * are for the vendor only.
 */
export async function getLatestDelivery(ctx: Ctx, contractId: string): Promise<Delivery | null> {
  const contract = await getContractForParty(ctx, contractId)
  const row = await findLatestDelivery(ctx.tx, contract.id)
  return row && (await toDelivery(ctx, row))
}

export async function getDataset(ctx: Ctx, dprId: string): Promise<Dataset> {
  const { contract, delivery, earlier } = await getReady(
    ctx,
    dprId,
    viewerOrganization(ctx, 'client'),
  )
  const rows = await listFiles(
    ctx.tx,
    [delivery, ...earlier].map(({ id }) => id),
  )
  const files = (deliveryId: string) =>
    rows
      .filter((file) => file.delivery_id === deliveryId)
      .map(({ id, name, bytes, sha256 }) => ({ id, name, bytes: Number(bytes), sha256 }))
  const reasons = await listReasons(ctx.tx, contract.id)
  const money = (await contractMoney(ctx.tx, [contract.id]))(contract.id)
  return {
    dprId: contract.dpr_id,
    contractId: contract.id,
    contractStatus: contract.status,
    title: contract.title,
    vendorName: delivery.vendor_name ?? 'Closed account',
    deliveredAt: delivery.finished_at!,
    files: files(delivery.id),
    report: delivery.report!,
    isMeasuredByVendor: delivery.is_measured_by_vendor,
    isConnected: delivery.is_connected,
    otherReports: delivery.other_reports,
    account: await withSystemRole(ctx.tx, () =>
      delivery.copied_from
        ? accountOfCopy(ctx.tx, { id: delivery.id, copiedFrom: delivery.copied_from })
        : getDrawnAccount(ctx.tx, subjectOf(delivery.id)),
    ),
    gate: delivery.gate,
    isSuperseded: delivery.superseded_at !== null,
    reviewEndsAt: contract.review_ends_at,
    changeRequestsLeft: Math.max(0, MAX_CHANGE_REQUESTS - reasons.length),
    earlier: earlier.map(({ id, finished_at, report }, index) => ({
      id,
      deliveredAt: finished_at!,
      qualityScore: qualityScore(report!.fidelity),
      changesAsked: reasons[earlier.length - 1 - index] ?? null,
      files: files(id),
    })),
    ...moneyOf(contract, money, await getDuePrice(ctx.tx, contract)),
  }
}

/** Returns what is held and released of a contract, and what an acceptance now would move. */
function moneyOf(contract: ContractRow, money: ContractMoney, duePrice: Dataset['duePrice']) {
  const { heldCents, releasedCents, refundedCents, feeHeldCents, feeEarnedCents } = money
  const { price_cents: priceCents, fee_cents, fee_bps, completed_at } = contract
  const duePriceCents = duePrice?.cents ?? null
  const { toVendorCents } = splitAtAccuracy({ duePriceCents, releasedCents, heldCents })
  const stake = {
    ...{ stakeCents: heldCents, feeStakeCents: feeHeldCents, priceCents, feeCents: fee_cents },
    ...{ feeBps: fee_bps, releasedCents, feeEarnedCents },
  }
  return {
    ...{ priceCents, duePrice, heldCents, releasedCents, refundedCents },
    feeBackCents: splitOf(stake, toVendorCents).feeReturnedCents,
    acceptedAt: completed_at,
  }
}

/**
 * Returns a delivery to its vendor at the client's request. It stays readable until the next one
 * replaces it.
 */
export async function requestChanges(ctx: Ctx, input: { contractId: string; reason: string }) {
  const { contract, changeRequestsLeft } = await requestChangesTransition(ctx, input)
  const bought = await purchasedBy(ctx.tx, contract.dpr_id)
  if (bought) throw new AppError(bought === 'copy' ? 'purchase_fixed' : 'revision_fixed')
  await withSystemRole(ctx.tx, () => supersedeDelivery(ctx.tx, contract.id, ctx.now))
  return { changeRequestsLeft }
}

export async function linkFile(ctx: Ctx, fileId: string) {
  viewerOrganization(ctx, 'client')
  const file = await findFile(ctx.tx, fileId)
  if (!file) throw new AppError('not_found')
  const may = file.superseded_at ? contractCan.lookBack : contractCan.download
  if (!may(file.contract_status)) throw new AppError('not_awaiting_review')
  return await signLink(ctx, { kind: 'file', id: file.id })
}

/**
 * Lists files of a contract's deliveries by their hashes, as far as its client may fetch them now, each with
 * a function that reads it whole. Check first that the caller reads for the client.
 */
export async function openFetchable(
  { tx, platform }: Ctx,
  contract: Pick<ContractRow, 'id' | 'status'>,
  hashes: string[],
) {
  const read = readerOf(platform, openBlobs(platform.config))
  return await withSystemRole(tx, async () => {
    const rows = await listFilesByHash(tx, contract.id, hashes)
    const fetchable = rows.filter(({ superseded_at }) =>
      (superseded_at ? contractCan.lookBack : contractCan.download)(contract.status),
    )
    const files = await withKeys(tx, platform, fetchable)
    return files.map((file) => ({
      deliveryId: file.delivery_id,
      sha256: file.sha256,
      read: () => buffer(read(file, { start: 0, end: Number(file.bytes) - 1 })),
    }))
  })
}

export async function linkArchive(ctx: Ctx, dprId: string) {
  const { contract, delivery } = await getReady(ctx, dprId, viewerOrganization(ctx, 'client'))
  if (contract.status !== 'completed')
    throw new AppError('not_permitted', {
      message: 'All files come as one archive once escrow is released.',
    })
  return await signLink(ctx, { kind: 'archive', id: delivery.id })
}

export async function releaseDelivery(ctx: Ctx, dprId: string) {
  const client = requireMemberOrganization(ctx, 'client')
  const { id } = await getContractOfDpr(ctx, dprId)
  const { releasedCents } = await releaseEscrow(ctx, id)
  const { delivery } = await getReady(ctx, dprId, client)
  return { releasedCents, archive: await signLink(ctx, { kind: 'archive', id: delivery.id }) }
}
