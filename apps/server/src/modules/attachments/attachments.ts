/**
 * Files that people send each other: put up first, owned by whoever did until a message or a statement carries them.
 * Whose they are, and in which table, is for the kind to say.
 */
import { type Attachment, MAX_ATTACHMENT_BYTES } from '@semblance/contract'
import { asCaller } from '../../api.ts'
import type { Ctx, Platform } from '../../platform/context.ts'
import { asSystem, system } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { readLink, signLink } from '../../platform/links.ts'
import { giveFile, type ReceivedFile, receiveFile } from '../../platform/received-files.ts'
import { openStorage } from '../../platform/storage.ts'
import type { Session } from '../auth/service.ts'
import type { AttachmentKind } from './kind.ts'
import { claimFiles, countUnsent, deleteFiles, findFile, insertFile, lockStale } from './queries.ts'

/** How long a file is kept that is never sent, and how many of them a person may have. */
const UNSENT_LIFETIME_MS = 24 * 3_600_000
const MAX_UNSENT = 30

type Given = { placeId: string; fileName: string; body: ReadableStream | null }

/** A file as it arrives: the caller is asked for before and after, not while its line keeps a transaction waiting. */
export async function receiveAttachment(
  platform: Platform,
  kind: AttachmentKind,
  session: Session,
  { bytes, ...given }: Given & { bytes: number },
): Promise<Attachment> {
  await asCaller(platform, session, async (ctx) => {
    await kind.enter(ctx, given.placeId)
    const unsent = await countUnsent(ctx.tx, kind, session.userId)
    if (unsent >= MAX_UNSENT) throw new AppError('too_many_requests')
  })
  if (bytes > MAX_ATTACHMENT_BYTES) throw new AppError('too_large')
  return await receiveFile(openStorage(platform.config.dataDir), kind.name, given, (file) =>
    asCaller(platform, session, (ctx) => record(ctx, kind, given.placeId, file)),
  )
}

/** A file that is at hand. */
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
  await asSystem(ctx.tx, () => insertFile(ctx.tx, kind, place, ctx.actor.userId, file))
}

/** Each of the named files belongs to the caller, and nothing carries it yet; else none is taken. */
export async function takeFiles(
  ctx: Ctx,
  kind: AttachmentKind,
  ids: string[],
  by: { placeId: string; organization: string; carrierId: string },
): Promise<void> {
  if (ids.length === 0) return
  const distinct = [...new Set(ids)]
  const claim = { ...by, userId: ctx.actor.userId }
  const taken = await asSystem(ctx.tx, () => claimFiles(ctx.tx, kind, distinct, claim))
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

/** The file that a link is for. */
export async function sendFile(
  platform: Platform,
  kind: AttachmentKind,
  request: Request,
  token: string,
): Promise<Response> {
  const { id } = await readLink(platform, token, [kind.name])
  const file = await platform.db.transaction(system, (tx) => findFile(tx, kind, id))
  if (!file) throw new AppError('not_found')
  return await giveFile(openStorage(platform.config.dataDir), request, file)
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
