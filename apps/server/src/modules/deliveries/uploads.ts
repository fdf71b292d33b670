/** Who may upload what, into which draft. */
import {
  contractCan,
  deliveryCan,
  hasUploadExtension,
  maxDeliveryFiles,
  maxUploadBytes,
} from '@semblance/contract'
import { memberOrg } from '../../api.ts'
import type { Ctx } from '../../platform/context.ts'
import { asSystem } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { plainPath, splitExtension } from '../../platform/file-names.ts'
import { enqueue } from '../../platform/jobs.ts'
import {
  type ContractRow,
  getContractForParty,
  markSubmissionStarted,
} from '../contracts/service.ts'
import { tellProgress } from './audience.ts'
import { destroyUploads } from './destruction.ts'
import { type DraftRow, insertDraft, lockLiveDelivery, setDraft } from './draft-queries.ts'
import { makeOriginalKey } from './keys.ts'
import { findUpload, insertUpload, listOriginals, type UploadRow } from './upload-queries.ts'

/** The contract as its vendor, while it waits for a delivery. */
export async function getDeliverableContract(ctx: Ctx, contractId: string): Promise<ContractRow> {
  const vendor = memberOrg(ctx, 'vendor')
  const contract = await getContractForParty(ctx, contractId)
  if (contract.vendor !== vendor) throw new AppError('not_found')
  if (contract.status === 'disputed') throw new AppError('contract_disputed')
  if (!contractCan.deliver(contract.status)) throw new AppError('not_awaiting_delivery')
  return contract
}

type Announced = {
  id: string
  contractId: string
  fileName: string
  bytes: number | undefined
  fingerprint: string | null
}

/** Records an upload that is about to begin, in a draft; returns the name it goes by from here on. */
export async function openUpload(ctx: Ctx, given: Announced): Promise<{ fileName: string }> {
  const contract = await getDeliverableContract(ctx, given.contractId)
  const wanted = plainPath(given.fileName)
  if (!hasUploadExtension(wanted)) throw new AppError('file_type_refused', { field: 'filename' })
  if (given.bytes === undefined)
    throw new AppError('bad_input', { message: 'Say how large the file is before sending it.' })
  if (given.bytes > maxUploadBytes) throw new AppError('too_large')
  const bytes = BigInt(given.bytes)
  const draft = await takeDraft(ctx, contract, { file_name: wanted, file_bytes: bytes })
  const others = await listOriginals(ctx.tx, draft.id)
  if (others.length >= maxDeliveryFiles)
    throw new AppError('bad_input', {
      message: `A delivery has at most ${maxDeliveryFiles} files. Put several into a zip.`,
    })
  const fileName = numbered(wanted, new Set(others.map(({ file_name }) => file_name)))
  await insertUpload(ctx.tx, {
    id: given.id,
    contract_id: contract.id,
    delivery_id: draft.id,
    organization: contract.vendor,
    file_name: fileName,
    bytes,
    fingerprint: given.fingerprint?.slice(0, 100) || null,
  })
  await makeOriginalKey(ctx.tx, ctx.platform.secrets, { deliveryId: draft.id, uploadId: given.id })
  await markSubmissionStarted(ctx.tx, contract.id)
  await enqueue(ctx.tx, 'upload.expire', {}, { jobKey: 'upload.expire' })
  await tellProgress(ctx.tx, draft)
  return { fileName }
}

/** An upload that still takes bytes, for the organization that began it. */
export async function getOpenUpload(ctx: Ctx, id: string): Promise<UploadRow> {
  const vendor = memberOrg(ctx, 'vendor')
  const upload = await findUpload(ctx.tx, id)
  if (upload?.organization !== vendor || upload.state !== 'open') throw new AppError('not_found')
  return upload
}

/** The vendor takes a file back; nobody can open it from here on. */
export async function removeUpload(ctx: Ctx, id: string): Promise<void> {
  const upload = await getOpenUpload(ctx, id)
  const live = await asSystem(ctx.tx, () => lockLiveDelivery(ctx.tx, upload.contract_id))
  if (live?.id !== upload.delivery_id || !deliveryCan.change(live.status))
    throw new AppError('not_found')
  await asSystem(ctx.tx, async () => {
    await setDraft(ctx.tx, live.id, null)
    await destroyUploads(ctx.tx, [upload], 'removed')
  })
  await tellProgress(ctx.tx, live)
}

/** The contract's draft, begun with this file if there is none; a review becomes a draft again. Locks it. */
async function takeDraft(
  ctx: Ctx,
  { id, client, vendor }: ContractRow,
  file: Pick<DraftRow, 'file_name' | 'file_bytes'>,
): Promise<DraftRow> {
  const parties = { contract_id: id, client, vendor, created_by: ctx.actor.userId }
  await insertDraft(ctx.tx, { ...parties, ...file })
  return await asSystem(ctx.tx, async () => {
    const live = await lockLiveDelivery(ctx.tx, id)
    if (!live || !deliveryCan.change(live.status)) throw new AppError('not_awaiting_delivery')
    await setDraft(ctx.tx, live.id, null)
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
