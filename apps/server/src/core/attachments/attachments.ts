/**
 * Manages files that users send each other. A file is uploaded first and belongs to its uploader
 * until a message or a statement carries it. Its kind defines the owner and the table.
 */
import { type Attachment, MAX_ATTACHMENT_BYTES } from '@semblance/contract'
import { system, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type ReceivedFile, receiveFile, serveFile } from '../../platform/http/file-transfer.ts'
import { readLink, signLink } from '../../platform/http/links.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { withCallerTransaction } from '../api/service.ts'
import type { Session } from '../auth/service.ts'
import type { AttachmentKind } from './kind.ts'
import { claimFiles, countUnsent, deleteFiles, findFile, insertFile, lockStale } from './queries.ts'

/** Limits the storage time of an unsent file and the number of unsent files per user. */
const UNSENT_LIFETIME_MS = 24 * 3_600_000
const MAX_UNSENT = 30

type Given = { placeId: string; fileName: string; body: ReadableStream | null }

/**
 * Receives an attachment. Checks the caller before and after the upload, so that no transaction
 * waits for a slow connection.
 */
export async function receiveAttachment(
  platform: Platform,
  kind: AttachmentKind,
  session: Session,
  { bytes, ...given }: Given & { bytes: number },
): Promise<Attachment> {
  await withCallerTransaction(platform, session, async (ctx) => {
    await kind.enter(ctx, given.placeId)
    const unsent = await countUnsent(ctx.tx, kind, session.userId)
    if (unsent >= MAX_UNSENT) throw new AppError('too_many_requests')
  })
  if (bytes > MAX_ATTACHMENT_BYTES) throw new AppError('too_large')
  return await receiveFile(openStorage(platform.config.dataDir), kind.name, given, (file) =>
    withCallerTransaction(platform, session, (ctx) => record(ctx, kind, given.placeId, file)),
  )
}

/** Stores a file that is already in memory. */
export const attachFile = (ctx: Ctx, kind: AttachmentKind, given: Given): Promise<Attachment> =>
  receiveFile(openStorage(ctx.platform.config.dataDir), kind.name, given, (file) =>
    record(ctx, kind, given.placeId, file),
  )

async function record(
  ctx: Ctx,
  kind: AttachmentKind,
  placeId: string,
  file: ReceivedFile,
): Promise<void> {
  const place = await kind.enter(ctx, placeId)
  await withSystemRole(ctx.tx, () => insertFile(ctx.tx, kind, place, ctx.actor.userId, file))
}

/**
 * Attaches files to a carrier. Throws bad_input, and attaches none, unless each belongs to the
 * caller and has no carrier yet.
 */
export async function takeFiles(
  ctx: Ctx,
  kind: AttachmentKind,
  ids: string[],
  by: { placeId: string; organization: string; carrierId: string },
): Promise<void> {
  if (ids.length === 0) return
  const distinct = [...new Set(ids)]
  const claim = { ...by, userId: ctx.actor.userId }
  const taken = await withSystemRole(ctx.tx, () => claimFiles(ctx.tx, kind, distinct, claim))
  if (taken < distinct.length)
    throw new AppError('bad_input', {
      field: kind.field,
      message: 'Attach these files again: they were sent before, or kept too long.',
    })
}

export async function linkFile(
  ctx: Ctx,
  kind: AttachmentKind,
  id: string,
): Promise<{ url: string }> {
  const found = await findFile(ctx.tx, kind, id)
  if (!found) throw new AppError('not_found')
  const { url } = await signLink(ctx, { kind: kind.name, id }, `/${kind.name}`)
  return { url }
}

/** Serves the file of a signed link. Throws not_found. */
export async function sendFile(
  platform: Platform,
  kind: AttachmentKind,
  request: Request,
  token: string,
): Promise<Response> {
  const { id } = await readLink(platform, token, [kind.name])
  const file = await platform.db.transaction(system, (tx) => findFile(tx, kind, id))
  if (!file) throw new AppError('not_found')
  return await serveFile(openStorage(platform.config.dataDir), request, file)
}

/** Removes files that were never sent. */
export async function expireFiles(platform: Platform, kind: AttachmentKind): Promise<void> {
  const storage = openStorage(platform.config.dataDir)
  const createdBefore = new Date(Date.now() - UNSENT_LIFETIME_MS)
  await platform.db.transaction(system, async (tx) => {
    const stale = await lockStale(tx, kind, createdBefore)
    for (const { storage_key } of stale) await storage.remove(storage_key)
    await deleteFiles(
      tx,
      kind,
      stale.map(({ id }) => id),
    )
  })
}
