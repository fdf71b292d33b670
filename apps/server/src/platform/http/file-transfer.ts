/** Files that people send along: sealed as they arrive, never trusted, and only ever given out as bytes to be saved. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type Attachment,
  type FileRole,
  hasRole,
  isNamedAsItIs,
  kindsOf,
  MAX_ATTACHMENT_BYTES,
  maxDocumentBytes,
  signatureBytes,
} from '@semblance/contract'
import type { Blobs } from '../storage/blobs.ts'
import { attachment, sanitizeFileName } from '../storage/file-names.ts'
import { AppError } from './errors.ts'

export type ReceivedFile = Attachment & { sha256: string; blobId: string }

type ReceivedRole = FileRole & ('attachment' | 'document')

const limits: Record<ReceivedRole, { maxBytes: number; verb: string }> = {
  attachment: { maxBytes: MAX_ATTACHMENT_BYTES, verb: 'Attach' },
  document: { maxBytes: maxDocumentBytes, verb: 'Choose' },
}

/** Throws too_large for a body that says so before it comes. */
export function refuseLarge(role: ReceivedRole, bytes: number): void {
  if (bytes > limits[role].maxBytes) throw new AppError('too_large')
}

/**
 * Streams the body to a blob of its own under `key`. Nothing of it stays where it or `record`
 * refuses the file; a document's content has to begin as its name says. After a fault the row may or may not have been committed: then the blob stays,
 * and the sweep removes it if no row names it.
 */
export async function receiveFile(
  blobs: Blobs,
  key: Buffer,
  given: { fileName: string; body: ReadableStream | null },
  record: (file: ReceivedFile) => Promise<void>,
  role: ReceivedRole = 'attachment',
): Promise<Attachment> {
  const fileName = checkedName(given.fileName, role)
  const id = randomUUID()
  const blobId = randomUUID()
  let bytes = 0
  async function* limited() {
    if (!given.body) return
    for await (const part of readBody(given.body)) {
      bytes += part.length
      refuseLarge(role, bytes)
      yield part
    }
  }
  try {
    const content = role === 'document' ? named(fileName, limited()) : limited()
    const { sha256 } = await blobs.write({ id: blobId, key }, content)
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
function checkedName(given: string, role: ReceivedRole): string {
  const fileName = sanitizeFileName(given)
  if (hasRole(fileName, role)) return fileName
  throw new AppError('bad_input', {
    field: 'fileName',
    message: `${fileName || 'This file'} was not added. ${limits[role].verb} a ${kindsOf(role)} file.`,
  })
}

/** Passes parts on once enough has come to see that the content is what the name says. */
async function* named(fileName: string, parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  const check = (bytes: Buffer) => {
    if (bytes.length > 0 && !isNamedAsItIs(fileName, bytes))
      throw new AppError('bad_input', {
        field: 'file',
        message: `${fileName} is not what its name says. Choose a ${kindsOf('document')} file.`,
      })
    return bytes
  }
  for await (const part of parts) {
    if (!head) yield part
    else {
      head = Buffer.concat([head, part])
      if (head.length < signatureBytes) continue
      yield check(head)
      head = null
    }
  }
  if (head) yield check(head)
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
