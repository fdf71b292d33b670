/**
 * Stores sealed blobs: content in chunks of 4 MiB, each a separate object, encrypted under the
 * blob's key. A chunk can be opened in its own place only, and any range can be read without the
 * content before it. A blob's owner has to know its length.
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Config } from '../config.ts'
import { encrypt, open } from '../security/envelope-encryption.ts'
import { diskObjects } from './blobs-disk.ts'
import type { Objects } from './blobs-objects.ts'
import { s3Objects } from './blobs-s3.ts'

export const CHUNK_BYTES = 4 * 1024 ** 2

export type SealedBlob = { id: string; key: Buffer }

export type Blobs = {
  /** Seals one chunk under a new nonce, and replaces the stored one. */
  putChunk: (blob: SealedBlob, index: number, plain: Buffer) => Promise<void>
  /** The first bytes of one chunk; throws when it has less, was altered or is gone. */
  getChunk: (blob: SealedBlob, index: number, bytes: number) => Promise<Buffer>
  /** Seals a stream from its beginning, in flat memory. */
  write: (blob: SealedBlob, content: AsyncIterable<Buffer>) => Promise<Measured>
  /** The bytes of `span` (end included), or all of them; in flat memory. */
  read: (blob: SealedBlob, bytes: number, span?: Span) => AsyncGenerator<Buffer>
  /** Removes the chunks of a blob that had at most so many bytes. */
  remove: (id: string, bytes: number) => Promise<void>
  /** All that is there, whether anything refers to it or not; in flat memory. */
  list: () => AsyncGenerator<ListedBlob>
}

/** `bytes`: what its content has at most. `writtenAt`: of its last chunk. */
export type ListedBlob = { id: string; bytes: number; writtenAt: Date }

export type Span = { start: number; end: number }
export type Measured = { bytes: number; sha256: string; crc32: number }

/** Keys come from the platform, never from what a person typed; this holds even so. */
const BLOB_ID = /^[\w-]{1,64}$/

export function openBlobs(config: Pick<Config, 'dataDir' | 's3'>): Blobs {
  return blobsOver(config.s3 ? s3Objects(config.s3) : diskObjects(config.dataDir))
}

export function blobsOver(objects: Objects): Blobs {
  const objectKey = (id: string, index: number) => {
    if (!BLOB_ID.test(id)) throw new Error('This is no blob ID.')
    return `${id}/${index}`
  }
  const blobs: Blobs = {
    putChunk: ({ id, key }, index, plain) => {
      if (plain.length > CHUNK_BYTES) throw new Error('A chunk has at most 4 MiB.')
      return objects.put(objectKey(id, index), encrypt(key, [id, index], plain))
    },
    getChunk: async ({ id, key }, index, bytes) => {
      const sealed = await objects.get(objectKey(id, index))
      const plain = sealed && opened(key, [id, index], sealed)
      if (!plain || plain.length < bytes) throw new Error(`Blob ${id} is damaged.`)
      return plain.subarray(0, bytes)
    },
    write: async (blob, content) => {
      const hash = createHash('sha256')
      let index = 0
      let bytes = 0
      let sum = 0
      for await (const chunk of inChunks(content)) {
        hash.update(chunk)
        sum = crc32(chunk, sum)
        bytes += chunk.length
        await blobs.putChunk(blob, index, chunk)
        index += 1
      }
      return { bytes, sha256: hash.digest('hex'), crc32: sum }
    },
    read: async function* (blob, bytes, { start, end } = { start: 0, end: bytes - 1 }) {
      for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES <= end; index++) {
        const from = index * CHUNK_BYTES
        const chunk = await blobs.getChunk(blob, index, Math.min(CHUNK_BYTES, bytes - from))
        yield chunk.subarray(Math.max(0, start - from), end - from + 1)
      }
    },
    remove: async (id, bytes) => {
      const count = Math.max(1, Math.ceil(bytes / CHUNK_BYTES))
      await objects.remove(Array.from({ length: count }, (_, index) => objectKey(id, index)))
    },
    list: async function* () {
      for await (const { blobId: id, count, writtenAt } of objects.list())
        if (BLOB_ID.test(id)) yield { id, bytes: count * CHUNK_BYTES, writtenAt }
    },
  }
  return blobs
}

/**
 * Cuts a stream into full chunks and a last one; each is the reader's until it asks for the next. Of a stream that breaks
 * off, what has come is a last chunk before the error.
 */
export async function* inChunks(
  content: AsyncIterable<Buffer>,
  /** Holds the part of the first chunk that exists already. */
  head: Buffer = Buffer.alloc(0),
): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let filled = head.copy(chunk)
  let isNew = false
  let failure: { cause: unknown } | null = null
  try {
    for await (const part of content) {
      for (let from = 0; from < part.length; ) {
        const taken = part.copy(chunk, filled, from)
        filled += taken
        from += taken
        isNew = true
        if (filled < CHUNK_BYTES) continue
        yield chunk
        filled = 0
        isNew = false
      }
    }
  } catch (error) {
    failure = { cause: error }
  }
  if (isNew) yield chunk.subarray(0, filled)
  if (failure) throw failure.cause
}

function opened(...sealed: Parameters<typeof open>): Buffer | null {
  try {
    return open(...sealed)
  } catch {
    return null // its own words are about ciphers; what counts is which blob
  }
}
