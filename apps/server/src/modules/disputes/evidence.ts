/** Files that prove a statement: put up first, owned by whoever did until the statement is made. */
import { type Attachment, MAX_ATTACHMENT_BYTES } from '@semblance/contract'
import { asCaller } from '../../api.ts'
import type { Ctx, Platform } from '../../platform/context.ts'
import { asSystem, system } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { readLink, signLink } from '../../platform/links.ts'
import { giveFile, type ReceivedFile, receiveFile } from '../../platform/received-files.ts'
import type { Storage } from '../../platform/storage.ts'
import type { Session } from '../auth/service.ts'
import { getOwnContract } from '../contracts/service.ts'
import {
  claimEvidence,
  countUnsent,
  deleteEvidence,
  findEvidence,
  insertEvidence,
  lockStale,
} from './evidence-queries.ts'

/** How long a file is kept that is never stated, and how many of them a person may have. */
const UNSENT_LIFETIME_MS = 24 * 3_600_000
const MAX_UNSENT = 30

const DIRECTORY = 'evidence'

type Given = { contractId: string; fileName: string; body: ReadableStream | null }

/** A file as it arrives: the caller is asked for before and after, not while its line keeps a transaction waiting. */
export async function receiveEvidence(
  platform: Platform,
  storage: Storage,
  session: Session | null,
  { bytes, ...given }: Given & { bytes: number },
): Promise<Attachment> {
  await asCaller(platform, session, async (ctx) => {
    await getOwnContract(ctx, given.contractId)
    const unsent = await countUnsent(ctx.tx, ctx.actor.userId!)
    if (unsent >= MAX_UNSENT) throw new AppError('too_many_requests')
  })
  if (bytes > MAX_ATTACHMENT_BYTES) throw new AppError('too_large')
  return await receiveFile(storage, DIRECTORY, given, (file) =>
    asCaller(platform, session, (ctx) => recordEvidence(ctx, given.contractId, file)),
  )
}

/** A file that is at hand. */
export const attachEvidence = (ctx: Ctx, storage: Storage, given: Given): Promise<Attachment> =>
  receiveFile(storage, DIRECTORY, given, (file) => recordEvidence(ctx, given.contractId, file))

async function recordEvidence(ctx: Ctx, contractId: string, file: ReceivedFile): Promise<void> {
  const { contract, side } = await getOwnContract(ctx, contractId)
  await asSystem(ctx.tx, () =>
    insertEvidence(ctx.tx, {
      id: file.id,
      contract_id: contract.id,
      client: contract.client,
      vendor: contract.vendor,
      organization: contract[side],
      uploaded_by: ctx.actor.userId,
      file_name: file.fileName,
      bytes: BigInt(file.bytes),
      sha256: file.sha256,
      storage_key: file.storageKey,
    }),
  )
}

/** Each of the named files belongs to the caller, and to no statement yet; else none is taken. */
export async function takeEvidence(
  ctx: Ctx,
  ids: string[],
  of: { contractId: string; organization: string; statementId: string },
): Promise<void> {
  const distinct = [...new Set(ids)]
  const taken = await asSystem(ctx.tx, () =>
    claimEvidence(ctx.tx, distinct, { ...of, userId: ctx.actor.userId }),
  )
  if (taken !== distinct.length)
    throw new AppError('bad_input', {
      field: 'evidenceIds',
      message: 'A file is missing. Attach it again.',
    })
}

export async function linkEvidence(ctx: Ctx, evidenceId: string): Promise<{ url: string }> {
  const found = await findEvidence(ctx.tx, evidenceId)
  if (!found) throw new AppError('not_found')
  const { url } = await signLink(ctx, { kind: 'evidence', id: found.id }, '/evidence')
  return { url }
}

export async function sendEvidence(
  platform: Platform,
  storage: Storage,
  request: Request,
  token: string,
): Promise<Response> {
  const { id } = await readLink(platform, token, ['evidence'])
  const file = await platform.db.transaction(system, (tx) => findEvidence(tx, id))
  if (!file) throw new AppError('not_found')
  return await giveFile(storage, request, file)
}

/** Removes files that were never stated; how many. */
export async function expireEvidence(platform: Platform, storage: Storage): Promise<number> {
  const createdBefore = new Date(Date.now() - UNSENT_LIFETIME_MS)
  return await platform.db.transaction(system, async (tx) => {
    const stale = await lockStale(tx, createdBefore)
    for (const { storage_key } of stale) await storage.remove(storage_key)
    await deleteEvidence(
      tx,
      stale.map(({ id }) => id),
    )
    return stale.length
  })
}
