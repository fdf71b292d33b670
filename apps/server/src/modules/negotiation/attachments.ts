/** Files that go with messages: put up first, owned by whoever did until the message is sent. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Attachment, attachmentExtensions, MAX_ATTACHMENT_BYTES } from '@semblance/contract'
import { asCaller } from '../../api.ts'
import type { Ctx, Platform } from '../../platform/context.ts'
import { asSystem, system } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { attachment, plainFileName, splitExtension } from '../../platform/file-names.ts'
import { readLink, signLink } from '../../platform/links.ts'
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
  return await keep(storage, given, (file) =>
    asCaller(platform, session, (ctx) => recordAttachment(ctx, given.conversationId, file)),
  )
}

/** A file that is at hand. */
export const attachFile = (ctx: Ctx, storage: Storage, given: Given): Promise<Attachment> =>
  keep(storage, given, (file) => recordAttachment(ctx, given.conversationId, file))

type Kept = Attachment & { sha256: string; storageKey: string }

/** Streams the body to a file of its own; nothing of it stays where it is refused. */
async function keep(
  storage: Storage,
  given: Given,
  record: (file: Kept) => Promise<void>,
): Promise<Attachment> {
  const fileName = checkedName(given.fileName)
  const id = randomUUID()
  storage.makeDir(DIRECTORY)
  const storageKey = `${DIRECTORY}/${id}`
  try {
    const { bytes, sha256 } = await store(storage.path(storageKey), given.body)
    await record({ id, fileName, bytes, sha256, storageKey })
    return { id, fileName, bytes }
  } catch (error) {
    await storage.remove(storageKey)
    throw error
  }
}

/** The bare name, of a kind that may be attached. */
function checkedName(given: string): string {
  const fileName = plainFileName(given)
  const extension = splitExtension(fileName).extension.slice(1).toLowerCase()
  if (attachmentExtensions.some((known) => known === extension)) return fileName
  throw new AppError('bad_input', {
    field: 'fileName',
    message: `Attach a file of one of these kinds: ${attachmentExtensions.join(', ')}.`,
  })
}

type Measured = { bytes: number; sha256: string }

async function store(path: string, body: ReadableStream<Uint8Array> | null): Promise<Measured> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > MAX_ATTACHMENT_BYTES) throw new AppError('too_large')
      hash.update(chunk)
      yield chunk
    }
  }
  if (body)
    await pipeline(measured(arriving(body)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  if (bytes === 0)
    throw new AppError('bad_input', { field: 'file', message: 'This file is empty.' })
  return { bytes, sha256: hash.digest('hex') }
}

/** A line that breaks is the sender's affair; a disk that is full is ours. */
async function* arriving(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new AppError('upload_incomplete')
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function recordAttachment(ctx: Ctx, conversationId: string, file: Kept): Promise<void> {
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

/** As bytes to be saved, whatever they are: no browser shows what somebody else has sent. */
export async function sendAttachment(
  platform: Platform,
  storage: Storage,
  request: Request,
  token: string,
): Promise<Response> {
  const { id } = await readLink(platform, token, ['attachment'])
  const file = await platform.db.transaction(system, (tx) => findAttachment(tx, id))
  if (!file) throw new AppError('not_found')
  const size = await storage.bytes(file.storage_key)
  if (size === null || BigInt(size) !== file.bytes)
    throw new Error(`The bytes of attachment ${file.id} are missing or changed.`)
  const body =
    request.method === 'HEAD'
      ? null
      : (Readable.toWeb(createReadStream(storage.path(file.storage_key))) as ReadableStream)
  return new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': attachment(file.file_name),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store, no-transform',
    },
  })
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
