/** Files that people send along: streamed to disk, never trusted, and only ever given out as bytes to be saved. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Attachment, hasRole, kindsOf, MAX_ATTACHMENT_BYTES } from '@semblance/contract'
import { attachment, sanitizeFileName } from '../storage/file-names.ts'
import type { Storage } from '../storage/storage.ts'
import { AppError } from './errors.ts'

export type ReceivedFile = Attachment & { sha256: string; storageKey: string }

/** Streams the body to a file of its own in `directory`; nothing of it stays where `record` refuses it. */
export async function receiveFile(
  storage: Storage,
  directory: string,
  given: { fileName: string; body: ReadableStream | null },
  record: (file: ReceivedFile) => Promise<void>,
): Promise<Attachment> {
  const fileName = checkedName(given.fileName)
  const id = randomUUID()
  storage.makeDir(directory)
  const storageKey = `${directory}/${id}`
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
  const fileName = sanitizeFileName(given)
  if (hasRole(fileName, 'attachment')) return fileName
  throw new AppError('bad_input', {
    field: 'fileName',
    message: `${fileName || 'This file'} was not added. Attach a ${kindsOf('attachment')} file.`,
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
  if (body) {
    // Open before any step can fail, so that the later removal finds the file.
    const file = await open(path, 'wx', 0o600)
    await pipeline(measured(spoolToDisk(body)), file.createWriteStream())
  }
  if (bytes === 0)
    throw new AppError('bad_input', { field: 'file', message: 'This file is empty.' })
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Writes a body to disk as it arrives. A broken connection is the sender's error; a full disk is
 * ours.
 */
export async function* spoolToDisk(body: ReadableStream<Uint8Array>) {
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

/** Describes a stored file by its row. */
export type KeptFile = { id: string; file_name: string; bytes: bigint; storage_key: string }

/**
 * Serves a file as a download, regardless of its type, so that no browser displays another user's
 * content.
 */
export async function serveFile(
  storage: Storage,
  request: Request,
  file: KeptFile,
): Promise<Response> {
  const size = await storage.bytes(file.storage_key)
  if (size === null || BigInt(size) !== file.bytes)
    throw new Error(`The bytes of file ${file.id} are missing or changed.`)
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
