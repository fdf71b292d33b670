/** Files that go with messages: put up first, owned by whoever did until the message is sent. */
import { type Attachment, MAX_ATTACHMENT_BYTES } from '@semblance/contract'
import { asCaller } from '../../api.ts'
import type { Ctx, Platform } from '../../platform/context.ts'
import { asSystem, system } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { readLink, signLink } from '../../platform/links.ts'
import { giveFile, type ReceivedFile, receiveFile } from '../../platform/received-files.ts'
import type { Storage } from '../../platform/storage.ts'
import type { Session } from '../auth/service.ts'
import {
  countUnsent,
  deleteAttachments,
  findAttachment,
  insertAttachment,
  lockStale,
} from './attachment-queries.ts'
import { seatToWrite } from './parties.ts'

/** How long a file is kept that is never sent, and how many of them a person may have. */
const UNSENT_LIFETIME_MS = 24 * 3_600_000
const MAX_UNSENT = 30

const DIRECTORY = 'attachments'

type Given = { conversationId: string; fileName: string; body: ReadableStream | null }

/** A file as it arrives: the caller is asked for before and after, not while its line keeps a transaction waiting. */
export async function receiveAttachment(
  platform: Platform,
  storage: Storage,
  session: Session | null,
  { bytes, ...given }: Given & { bytes: number },
): Promise<Attachment> {
  await asCaller(platform, session, async (ctx) => {
    await seatToWrite(ctx, given.conversationId)
    const unsent = await countUnsent(ctx.tx, ctx.actor.userId!)
    if (unsent >= MAX_UNSENT) throw new AppError('too_many_requests')
  })
  if (bytes > MAX_ATTACHMENT_BYTES) throw new AppError('too_large')
  return await receiveFile(storage, DIRECTORY, given, (file) =>
    asCaller(platform, session, (ctx) => recordAttachment(ctx, given.conversationId, file)),
  )
}

/** A file that is at hand. */
export const attachFile = (ctx: Ctx, storage: Storage, given: Given): Promise<Attachment> =>
  receiveFile(storage, DIRECTORY, given, (file) =>
    recordAttachment(ctx, given.conversationId, file),
  )

async function recordAttachment(
  ctx: Ctx,
  conversationId: string,
  file: ReceivedFile,
): Promise<void> {
  const { conversation, own } = await seatToWrite(ctx, conversationId)
  await asSystem(ctx.tx, () =>
    insertAttachment(ctx.tx, {
      id: file.id,
      conversation_id: conversation.id,
      client: conversation.client,
      vendor: conversation.vendor,
      organization: own,
      uploaded_by: ctx.actor.userId,
      file_name: file.fileName,
      bytes: BigInt(file.bytes),
      sha256: file.sha256,
      storage_key: file.storageKey,
    }),
  )
}

/** Parties may have what was sent, and whoever put it up what was not. */
export async function linkAttachment(ctx: Ctx, attachmentId: string): Promise<{ url: string }> {
  const found = await findAttachment(ctx.tx, attachmentId)
  if (!found) throw new AppError('not_found')
  const { url } = await signLink(ctx, { kind: 'attachment', id: found.id }, '/attachments')
  return { url }
}

export async function sendAttachment(
  platform: Platform,
  storage: Storage,
  request: Request,
  token: string,
): Promise<Response> {
  const { id } = await readLink(platform, token, ['attachment'])
  const file = await platform.db.transaction(system, (tx) => findAttachment(tx, id))
  if (!file) throw new AppError('not_found')
  return await giveFile(storage, request, file)
}

/** Removes files that were never sent; how many. */
export async function expireAttachments(platform: Platform, storage: Storage): Promise<number> {
  const createdBefore = new Date(Date.now() - UNSENT_LIFETIME_MS)
  return await platform.db.transaction(system, async (tx) => {
    const stale = await lockStale(tx, createdBefore)
    for (const { storage_key } of stale) await storage.remove(storage_key)
    if (stale.length > 0)
      await deleteAttachments(
        tx,
        stale.map(({ id }) => id),
      )
    return stale.length
  })
}
