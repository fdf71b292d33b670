/** Files that people send along: sealed as they arrive, never trusted, and only ever given out as bytes to be saved. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Attachment, hasRole, kindsOf, MAX_ATTACHMENT_BYTES } from '@semblance/contract'
import type { Blobs } from '../storage/blobs.ts'
import { attachment, sanitizeFileName } from '../storage/file-names.ts'
import { AppError } from './errors.ts'

export type ReceivedFile = Attachment & { sha256: string; blobId: string }

/**
 * Streams the body to a blob of its own under `key`. Nothing of it stays where it or `record`
 * refuses the file. After a fault the row may or may not have been committed: then the blob stays,
 * and the sweep removes it if no row names it.
 */
export async function receiveFile(
  blobs: Blobs,
  key: Buffer,
  given: { fileName: string; body: ReadableStream | null },
  record: (file: ReceivedFile) => Promise<void>,
): Promise<Attachment> {
  const fileName = checkedName(given.fileName)
  const id = randomUUID()
  const blobId = randomUUID()
  let bytes = 0
  async function* limited() {
    if (!given.body) return
    for await (const part of readBody(given.body)) {
      bytes += part.length
      if (bytes > MAX_ATTACHMENT_BYTES) throw new AppError('too_large')
      yield part
    }
  }
  try {
    const { sha256 } = await blobs.write({ id: blobId, key }, limited())
    if (bytes === 0)
      throw new AppError('bad_input', { field: 'file', message: 'This file is empty.' })
    await record({ id, fileName, bytes, sha256, blobId })
    return { id, fileName, bytes }
  } catch (error) {
    if (error instanceof AppError) await blobs.remove(blobId, bytes).catch(() => {}) // or the sweep
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

/**
 * Yields a body's parts as they arrive. Throws upload_incomplete for a broken connection, which is
 * the sender's error.
 */
export async function* readBody(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new AppError('upload_incomplete')
      })
      if (done) return
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/**
 * Serves a file as a download, regardless of its type, so that no browser displays another user's
 * content.
 */
export function serveFile(
  request: Request,
  { name, bytes }: { name: string; bytes: number },
  content: AsyncIterable<Buffer>,
): Response {
  const body =
    request.method === 'HEAD'
      ? null
      : (Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream)
  return new Response(body, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(bytes),
      'content-disposition': attachment(name),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store, no-transform',
    },
  })
}
