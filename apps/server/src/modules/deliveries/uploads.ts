/** Who may upload what, and when an upload's bytes are destroyed. */
import { contractCan, hasUploadExtension, maxUploadBytes } from '@semblance/contract'
import { memberOrg } from '../../api.ts'
import type { Ctx, Platform } from '../../platform/context.ts'
import { system } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { plainFileName } from '../../platform/file-names.ts'
import { enqueue } from '../../platform/jobs.ts'
import type { Storage } from '../../platform/storage.ts'
import { getContractForParty, markSubmissionStarted } from '../contracts/service.ts'
import { hasLiveDelivery } from './queries.ts'
import {
  findUpload,
  insertUpload,
  listDisposableUploads,
  setUploadRemoved,
  type UploadRow,
} from './upload-queries.ts'

/** How long an upload that nobody submits is kept, from its creation on. */
export const UPLOAD_LIFETIME_MS = 48 * 3_600_000

export const UPLOADS_DIR = 'uploads'

export const uploadKey = (id: string) => `${UPLOADS_DIR}/${id}`

/** The contract as its vendor, while it waits for a delivery. */
export async function getDeliverableContract(ctx: Ctx, contractId: string) {
  const vendor = memberOrg(ctx, 'vendor')
  const contract = await getContractForParty(ctx, contractId)
  if (contract.vendor !== vendor) throw new AppError('not_found')
  if (contract.status === 'disputed') throw new AppError('contract_disputed')
  if (!contractCan.deliver(contract.status) || (await hasLiveDelivery(ctx.tx, contractId)))
    throw new AppError('not_awaiting_delivery')
  return contract
}

/** Records an upload that is about to begin; returns the name it goes by from here on. */
export async function openUpload(
  ctx: Ctx,
  given: { id: string; contractId: string; fileName: string; bytes: number | undefined },
): Promise<{ fileName: string }> {
  const contract = await getDeliverableContract(ctx, given.contractId)
  const fileName = plainFileName(given.fileName)
  if (!hasUploadExtension(fileName)) throw new AppError('file_type_refused', { field: 'filename' })
  if (given.bytes === undefined)
    throw new AppError('bad_input', { message: 'Say how large the file is before sending it.' })
  if (given.bytes > maxUploadBytes) throw new AppError('too_large')
  await insertUpload(ctx.tx, {
    id: given.id,
    contract_id: contract.id,
    organization: contract.vendor,
    file_name: fileName,
    bytes: BigInt(given.bytes),
  })
  await markSubmissionStarted(ctx.tx, contract.id)
  await enqueue(ctx.tx, 'upload.expire', {}, { jobKey: 'upload.expire' })
  return { fileName }
}

/** An upload that still takes bytes, for the organization that began it. */
export async function getOpenUpload(ctx: Ctx, id: string): Promise<UploadRow> {
  const vendor = memberOrg(ctx, 'vendor')
  const upload = await findUpload(ctx.tx, id)
  if (upload?.organization !== vendor || upload.state !== 'open') throw new AppError('not_found')
  return upload
}

/** Removes the original, first from the disk, then from the books: a crash in between is made good later. */
export async function destroyUpload(
  platform: Platform,
  storage: Storage,
  id: string,
): Promise<void> {
  await removeBytes(storage, id)
  await platform.db.transaction(system, (tx) => setUploadRemoved(tx, id, new Date()))
}

/** Destroys uploads nobody submitted in time, and originals that a crash kept from being destroyed. */
export async function expireUploads(platform: Platform, storage: Storage): Promise<number> {
  const createdBefore = new Date(Date.now() - UPLOAD_LIFETIME_MS)
  return await platform.db.transaction(system, async (tx) => {
    const ids = await listDisposableUploads(tx, createdBefore)
    for (const id of ids) {
      await removeBytes(storage, id)
      await setUploadRemoved(tx, id, new Date())
    }
    return ids.length
  })
}

async function removeBytes(storage: Storage, id: string): Promise<void> {
  await storage.remove(uploadKey(id))
  await storage.remove(`${uploadKey(id)}.json`) // the tus store's notes
}
