/** Checks which files a vendor may upload, and into which draft. */
import {
  contractCan,
  deliveryCan,
  errors,
  hasRole,
  maxDeliveryFiles,
  maxOpenUploads,
  maxUploadBytes,
} from '@semblance/contract'
import { requireMemberOrganization } from '../../../core/api/service.ts'
import {
  type ContractRow,
  getContractForParty,
  markSubmissionStarted,
} from '../../../market/contracts/service.ts'
import { isPurchase } from '../../../market/dprs/service.ts'
import { withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { enqueue } from '../../../platform/process/jobs.ts'
import { sanitizePath, splitExtension } from '../../../platform/storage/file-names.ts'
import { unsetConnected } from '../connected/connected-queries.ts'
import { endUploads } from '../originals/destruction.ts'
import { wrapOriginalKey } from '../originals/keys.ts'
import type { Purpose } from '../subjects.ts'
import { requireOwnTwin } from '../twins/twin-queries.ts'
import { type DraftRow, insertDraft, lockLiveDelivery, setDraft } from './draft-queries.ts'
import { publishProgress } from './publish-progress.ts'
import {
  countOpenUploads,
  findUpload,
  insertUpload,
  listOriginals,
  type UploadRow,
} from './upload-queries.ts'

/** Returns the vendor's contract while it waits for a delivery. */
export async function getDeliverableContract(ctx: Ctx, contractId: string): Promise<ContractRow> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const contract = await getContractForParty(ctx, contractId)
  if (contract.vendor !== vendor) throw new AppError('not_found')
  if (contract.status === 'disputed') throw new AppError('contract_disputed')
  if (!contractCan.deliver(contract.status)) throw new AppError('not_awaiting_delivery')
  if (await isPurchase(ctx.tx, contract.dpr_id)) throw new AppError('purchase_fixed')
  return contract
}

type Deliverable = { vendor: string; contract: ContractRow | null }

/**
 * Returns the contract that the caller's organization may upload for now, which waits for a delivery; null for a twin of its
 * own that is measured for a listing. Throws what `getDeliverableContract` does.
 */
export async function getDeliverable(ctx: Ctx, purpose: Purpose): Promise<Deliverable> {
  if ('contractId' in purpose) {
    const contract = await getDeliverableContract(ctx, purpose.contractId)
    return { vendor: contract.vendor, contract }
  }
  const vendor = requireMemberOrganization(ctx, 'vendor')
  await requireOwnTwin(ctx, vendor, purpose.twinId)
  return { vendor, contract: null }
}

type Announced = {
  id: string
  purpose: Purpose
  fileName: string
  bytes: number | undefined
  fingerprint: string | null
}

/** Records an upload that is about to begin, in a draft; returns the name it goes by from here on. */
export async function openUpload(ctx: Ctx, given: Announced): Promise<{ fileName: string }> {
  const { vendor, contract } = await getDeliverable(ctx, given.purpose)
  const wanted = sanitizePath(given.fileName)
  if (!hasRole(wanted, 'upload'))
    throw new AppError('file_type_refused', {
      field: 'filename',
      message: `${wanted || 'This file'} was not added. ${errors.file_type_refused.message}`,
    })
  if (given.bytes === undefined)
    throw new AppError('bad_input', { message: 'Say how large the file is before sending it.' })
  if (given.bytes === 0) throw new AppError('empty_file')
  if (given.bytes > maxUploadBytes) throw new AppError('too_large')
  const bytes = BigInt(given.bytes)
  const draft = await takeDraft(ctx, given.purpose, contract, {
    file_name: wanted,
    file_bytes: bytes,
  })
  const others = await listOriginals(ctx.tx, draft.id)
  if (others.length >= maxDeliveryFiles)
    throw new AppError('bad_input', {
      message: `A delivery has at most ${maxDeliveryFiles} files. Put several into a zip.`,
    })
  await checkOpenUploads(ctx, draft)
  const fileName = numbered(wanted, new Set(others.map(({ file_name }) => file_name)))
  const row = {
    ...{ id: given.id, contract_id: contract?.id ?? null, delivery_id: draft.id },
    ...{ organization: vendor, file_name: fileName, bytes },
    fingerprint: given.fingerprint?.slice(0, 100) || null,
  }
  // Callers themselves write files of contracts alone.
  if (contract) await insertUpload(ctx.tx, row)
  else await withSystemRole(ctx.tx, () => insertUpload(ctx.tx, row))
  await wrapOriginalKey(ctx.tx, ctx.platform.secrets, { deliveryId: draft.id, uploadId: given.id })
  if (contract) await markSubmissionStarted(ctx.tx, contract.id)
  await enqueue(ctx.tx, 'upload.expire', {}, { jobKey: 'upload.expire' })
  await publishProgress(ctx.tx, draft)
  return { fileName }
}

async function checkOpenUploads({ tx }: Ctx, { id, vendor }: DraftRow): Promise<void> {
  const open = await countOpenUploads(tx, { organization: vendor, deliveryId: id })
  if (open.delivery >= maxOpenUploads.delivery || open.organization >= maxOpenUploads.organization)
    throw new AppError('too_many_uploads')
}

/** Returns an unfinished upload to the organization that started it. */
export async function getOpenUpload(ctx: Ctx, id: string): Promise<UploadRow> {
  const vendor = requireMemberOrganization(ctx, 'vendor')
  const upload = await findUpload(ctx.tx, id)
  if (upload?.organization !== vendor || upload.state !== 'open') throw new AppError('not_found')
  return upload
}

/**
 * Removes a file for its vendor, so that it is no longer opened, and has its key destroyed. Throws
 * not_found if the delivery can no longer change.
 */
export async function removeUpload(ctx: Ctx, id: string): Promise<void> {
  const upload = await getOpenUpload(ctx, id)
  const live = await withSystemRole(ctx.tx, () => lockLiveDelivery(ctx.tx, purposeOf(upload)))
  if (live?.id !== upload.delivery_id || !deliveryCan.change(live.status))
    throw new AppError('not_found')
  await withSystemRole(ctx.tx, async () => {
    await setDraft(ctx.tx, live.id, null)
    await endUploads(ctx.tx, [upload], 'removed')
  })
  await publishProgress(ctx.tx, live)
}

const purposeOf = ({ contract_id, delivery_id }: UploadRow): Purpose =>
  contract_id ? { contractId: contract_id } : { twinId: delivery_id ?? '' }

/** The draft, which a contract's first file begins if there is none; a review becomes a draft again. Locks it. */
async function takeDraft(
  ctx: Ctx,
  purpose: Purpose,
  contract: ContractRow | null,
  file: Pick<DraftRow, 'file_name' | 'file_bytes'>,
): Promise<DraftRow> {
  if (contract) {
    const { id, client, vendor } = contract
    const parties = { contract_id: id, client, vendor, created_by: ctx.actor.userId }
    await insertDraft(ctx.tx, { ...parties, ...file })
  }
  return await withSystemRole(ctx.tx, async () => {
    const live = await lockLiveDelivery(ctx.tx, purpose)
    if (!live || !deliveryCan.change(live.status)) throw new AppError('not_awaiting_delivery')
    await setDraft(ctx.tx, live.id, null)
    await unsetConnected(ctx.tx, live.id)
    return live
  })
}

/** "a.csv", then "a (2).csv". */
function numbered(name: string, taken: Set<string>): string {
  const { stem, extension } = splitExtension(name)
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${stem} (${n})${extension}`
  return free
}
