/**
 * Manages files that users send each other. A file is uploaded first and belongs to its uploader
 * until a message or a statement carries it. Its kind defines the owner and the table.
 */
import type { Attachment } from '@semblance/contract'
import { system, type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type ReceivedFile, receiveFile, refuseLarge } from '../../platform/http/file-transfer.ts'
import { signLink } from '../../platform/http/links.ts'
import { enqueue } from '../../platform/process/jobs.ts'
import { type Blobs, openBlobs } from '../../platform/storage/blobs.ts'
import { removeClearFile } from '../../platform/storage/clear-files.ts'
import { withCallerTransaction } from '../api/service.ts'
import type { Session } from '../auth/service.ts'
import { destroyKeys } from './key-queries.ts'
import { type BlobKey, blobKeyOf } from './keys.ts'
import type { AttachmentKind } from './kind.ts'
import {
  claimFiles,
  countUnsent,
  deleteBetween,
  deleteStale,
  findFile,
  insertFile,
} from './queries.ts'
import { requireContent } from './read-file.ts'

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
  blobs: Blobs,
  {
    kind,
    session,
    bytes,
    ...given
  }: Given & { kind: AttachmentKind; session: Session; bytes: number },
): Promise<Attachment> {
  const key = await withCallerTransaction(platform, session, async (ctx) => {
    const place = await kind.enter(ctx, given.placeId)
    const unsent = await countUnsent(ctx.tx, kind, session.userId)
    if (unsent >= MAX_UNSENT) throw new AppError('too_many_requests')
    refuseLarge('attachment', bytes)
    return await blobKeyOf(ctx.tx, platform.secrets, { kind: kind.keyOwner, id: place.id })
  })
  return await receiveFile(blobs, key.key, given, (file) =>
    withCallerTransaction(platform, session, (ctx) => record(ctx, kind, given.placeId, file, key)),
  )
}

/** Stores a file that is already in memory, within the caller's transaction. */
export async function attachFile(
  ctx: Ctx,
  kind: AttachmentKind,
  given: Given,
): Promise<Attachment> {
  const { config, secrets } = ctx.platform
  const place = await kind.enter(ctx, given.placeId)
  const key = await blobKeyOf(ctx.tx, secrets, { kind: kind.keyOwner, id: place.id })
  return await receiveFile(openBlobs(config), key.key, given, (file) =>
    record(ctx, kind, given.placeId, file, key),
  )
}

async function record(
  ctx: Ctx,
  kind: AttachmentKind,
  placeId: string,
  file: ReceivedFile,
  { id: keyId }: BlobKey,
): Promise<void> {
  const place = await kind.enter(ctx, placeId)
  const row = { ...file, keyId }
  await withSystemRole(ctx.tx, () => insertFile(ctx.tx, kind, place, ctx.actor.userId, row))
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

/** Returns a link to a file. Throws not_found, file_destroyed, file_not_here. */
export async function linkFile(
  ctx: Ctx,
  kind: AttachmentKind,
  id: string,
): Promise<{ url: string }> {
  const found = await findFile(ctx.tx, kind, id)
  if (!found) throw new AppError('not_found')
  await requireContent(ctx, found)
  const { url } = await signLink(ctx, { kind: kind.name, id }, { path: `/${kind.name}` })
  return { url }
}

/** Removes files that were never sent. */
export async function expireFiles(platform: Platform, kind: AttachmentKind): Promise<void> {
  const createdBefore = new Date(Date.now() - UNSENT_LIFETIME_MS)
  const { clearKeys } = await platform.db.transaction(system, async (tx) => {
    const stale = await deleteStale(tx, kind, createdBefore)
    if (stale.blobs.length > 0) await enqueue(tx, 'blob.erase', { blobs: stale.blobs })
    return stale
  })
  for (const key of clearKeys) await removeClearFile(platform.config.dataDir, key)
}

/**
 * Deletes the files that these organizations sent each other and destroys their keys. Returns the
 * keys of files in the clear, to be removed after the commit. Call as the system.
 */
export async function eraseFilesBetween(
  tx: Tx,
  kind: AttachmentKind,
  { organizations, now }: { organizations: string[]; now: Date },
): Promise<string[]> {
  const { blobs, clearKeys, keyIds } = await deleteBetween(tx, kind, organizations)
  await destroyKeys(tx, keyIds, now)
  if (blobs.length > 0) await enqueue(tx, 'blob.erase', { blobs })
  return clearKeys
}
