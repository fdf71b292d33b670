/**
 * Stores uploads for the tus library, chunk by chunk, in a sealed blob. Only the database holds the
 * received length, so any server process can continue an upload. Locks the row while a chunk is
 * written, so that one of two simultaneous writers is refused.
 */
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { type Blobs, CHUNK_BYTES, inChunks } from '../../../platform/storage/blobs.ts'
import { UPLOAD_LIFETIME_MS } from '../originals/destruction.ts'
import { openOriginalKey } from '../originals/keys.ts'
import { findUpload, lockForWriting, setReceived } from './upload-queries.ts'

export class UploadStore extends DataStore {
  readonly #platform: Platform
  readonly #blobs: Blobs

  constructor(platform: Platform, blobs: Blobs) {
    super()
    this.#platform = platform
    this.#blobs = blobs
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  override getExpiration(): number {
    return UPLOAD_LIFETIME_MS
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#platform.db.transaction(system, (tx) => findUpload(tx, id))
    if (row?.state !== 'open') throw ERRORS.FILE_NOT_FOUND
    return new Upload({
      id,
      size: Number(row.bytes),
      offset: Number(row.received),
      metadata: { contractId: row.contract_id, filename: row.file_name },
      creation_date: row.created_at.toISOString(),
    })
  }

  /** Keeps what has come when the sender breaks off, too. */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const key = await this.#platform.db.transaction(system, (tx) =>
      openOriginalKey(tx, this.#platform.secrets, id),
    )
    if (!key) throw ERRORS.FILE_NO_LONGER_EXISTS
    const blob = { id, key }
    let index = Math.floor(offset / CHUNK_BYTES)
    let received = offset
    const tail = offset % CHUNK_BYTES
    const head = tail > 0 ? await this.#blobs.getChunk(blob, index, tail) : undefined
    for await (const chunk of inChunks(content, head)) {
      const next = index * CHUNK_BYTES + chunk.length
      await this.#keep(id, { from: received, to: next }, () =>
        this.#blobs.putChunk(blob, index, chunk),
      )
      received = next
      index = Math.floor(next / CHUNK_BYTES)
    }
    return received
  }

  /**
   * Stores a chunk in one transaction with its row locked. A process that dies leaves at most one
   * uncounted chunk.
   */
  async #keep(
    id: string,
    { from, to }: { from: number; to: number },
    put: () => Promise<void>,
  ): Promise<void> {
    await this.#platform.db.transaction(system, async (tx) => {
      const row = await lockForWriting(tx, id)
      if (!row || row.received !== BigInt(from)) throw ERRORS.INVALID_OFFSET
      if (row.state !== 'open') throw ERRORS.FILE_NO_LONGER_EXISTS
      if (BigInt(to) > row.bytes) throw ERRORS.ERR_SIZE_EXCEEDED
      await put()
      await setReceived(tx, id, BigInt(to))
    })
  }
}
