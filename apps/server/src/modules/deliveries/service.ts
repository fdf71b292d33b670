/** Deliveries as their parties meet them: submitted by the vendor, read, downloaded and released by the client. */
import { contractCan, type Dataset, type Delivery, MAX_CHANGE_REQUESTS } from '@semblance/contract'
import { memberOrg, readerOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs.ts'
import { signLink } from '../../platform/links.ts'
import { openStorage } from '../../platform/storage.ts'
import { claimChanges, getContractForParty, getContractOfDpr } from '../contracts/service.ts'
import { releaseEscrow } from '../escrow/service.ts'
import { contractMoney } from '../ledger/service.ts'
import {
  type DeliveryRow,
  findFile,
  findLatestDelivery,
  insertDelivery,
  listFiles,
  listReadyDeliveries,
  listReasons,
  supersedeDelivery,
} from './queries.ts'
import { claimUpload, findUpload } from './upload-queries.ts'
import { getDeliverableContract, uploadKey } from './uploads.ts'

export { enterDelivery, enterRunning, type Made, synthesizeFile } from './past.ts'

/** Both sides watch it being made; what was refused or failed stays between the vendor and the platform. */
export async function getLatestDelivery(ctx: Ctx, contractId: string): Promise<Delivery | null> {
  const contract = await getContractForParty(ctx, contractId)
  const row = await findLatestDelivery(ctx.tx, contract.id)
  return row && toDelivery(row)
}

export async function submitDelivery(
  ctx: Ctx,
  input: { contractId: string; uploadId: string; notes?: string },
): Promise<Delivery> {
  const contract = await getDeliverableContract(ctx, input.contractId)
  const upload = await findUpload(ctx.tx, input.uploadId)
  if (upload?.contract_id !== contract.id) throw new AppError('not_found')
  const received = await openStorage(ctx.platform.config.dataDir).bytes(uploadKey(upload.id))
  if (received === null || BigInt(received) !== upload.bytes)
    throw new AppError('upload_incomplete')
  if (!(await claimUpload(ctx.tx, upload.id))) throw new AppError('upload_incomplete')
  const row = await insertDelivery(ctx.tx, {
    contract_id: contract.id,
    client: contract.client,
    vendor: contract.vendor,
    created_by: ctx.actor.userId,
    upload_id: upload.id,
    file_name: upload.file_name,
    file_bytes: upload.bytes,
    notes: input.notes || null,
  })
  if (!row) throw new AppError('not_awaiting_delivery')
  await enqueue(ctx.tx, 'delivery.synthesize', { deliveryId: row.id })
  return toDelivery(row)
}

export async function getDataset(ctx: Ctx, dprId: string): Promise<Dataset> {
  const { contract, delivery, earlier } = await getReady(ctx, dprId, readerOrg(ctx, 'client'))
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
    isSuperseded: delivery.superseded_at !== null,
    reviewEndsAt: contract.review_ends_at,
    changeRequestsLeft: Math.max(0, MAX_CHANGE_REQUESTS - reasons.length),
    earlier: earlier.map(({ id, finished_at, report }, index) => ({
      id,
      deliveredAt: finished_at!,
      qualityScore: report!.qualityScore,
      changesAsked: reasons[earlier.length - 1 - index] ?? null,
      files: files(id),
    })),
    priceCents: contract.price_cents,
    heldCents: money.heldCents,
    releasedCents: money.releasedCents,
  }
}

/** The client sends the delivery back: it stays readable, and the vendor's next one takes its place. */
export async function requestChanges(ctx: Ctx, input: { contractId: string; reason: string }) {
  const { contract, changeRequestsLeft } = await claimChanges(ctx, input)
  await asSystem(ctx.tx, () => supersedeDelivery(ctx.tx, contract.id, ctx.now))
  return { changeRequestsLeft }
}

export async function linkFile(ctx: Ctx, fileId: string) {
  readerOrg(ctx, 'client')
  const file = await findFile(ctx.tx, fileId)
  if (!file) throw new AppError('not_found')
  const may = file.superseded_at ? contractCan.lookBack : contractCan.download
  if (!may(file.contract_status)) throw new AppError('not_awaiting_review')
  return await signLink(ctx, { kind: 'file', id: file.id })
}

export async function linkArchive(ctx: Ctx, dprId: string) {
  const { contract, delivery } = await getReady(ctx, dprId, readerOrg(ctx, 'client'))
  if (contract.status !== 'completed')
    throw new AppError('not_permitted', {
      message: 'All files come as one archive once escrow is released.',
    })
  return await signLink(ctx, { kind: 'archive', id: delivery.id })
}

export async function releaseDelivery(ctx: Ctx, dprId: string) {
  const client = memberOrg(ctx, 'client')
  const { id } = await getContractOfDpr(ctx, dprId)
  const { releasedCents } = await releaseEscrow(ctx, id)
  const { delivery } = await getReady(ctx, dprId, client)
  return { releasedCents, archive: await signLink(ctx, { kind: 'archive', id: delivery.id }) }
}

/** The newest delivery that passed, and those before it, newest first. */
async function getReady(ctx: Ctx, dprId: string, client: string) {
  const contract = await getContractOfDpr(ctx, dprId)
  const [delivery, ...earlier] = await listReadyDeliveries(ctx.tx, contract.id)
  if (contract.client !== client || !delivery) throw new AppError('not_found')
  return { contract, delivery, earlier }
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    status: row.status,
    fileName: row.file_name,
    fileBytes: Number(row.file_bytes),
    notes: row.notes,
    stage: row.stage,
    progress: row.progress,
    reason: row.reason,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    supersededAt: row.superseded_at,
  }
}
