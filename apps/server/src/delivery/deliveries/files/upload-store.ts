/**
 * Stores uploads for the tus library, chunk by chunk, in a sealed blob. Only the database holds the
 * received length, so any server process can continue an upload. A chunk is claimed, written outside
 * any transaction, and counted while the claim holds: of two simultaneous writers one is refused,
 * and a slow store keeps no connection from other requests.
 */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { system, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { processId } from '../../../platform/process/leases.ts'
import { type Blobs, CHUNK_BYTES, inChunks } from '../../../platform/storage/blobs.ts'
import { UPLOAD_LIFETIME_MS } from '../originals/destruction.ts'
import { openUploadKey } from '../originals/keys.ts'
import { claimUpload, findUpload, type Part, releaseClaim, settleClaim } from './upload-queries.ts'

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
      metadata: {
        ...(row.contract_id ? { contractId: row.contract_id } : { twinId: row.delivery_id }),
        filename: row.file_name,
      },
      creation_date: row.created_at.toISOString(),
    })
  }

  /** Keeps what has come when the sender breaks off, too. */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const key = await openUploadKey(this.#platform, id)
    if (!key) throw ERRORS.FILE_NO_LONGER_EXISTS
    const blob = { id, key }
    let index = Math.floor(offset / CHUNK_BYTES)
    let received = offset
    const tail = offset % CHUNK_BYTES
    const head = tail > 0 ? await this.#blobs.getChunk(blob, index, tail) : undefined
    for await (const chunk of inChunks(content, head)) {
      const next = index * CHUNK_BYTES + chunk.length
      const part = { id, from: received, to: next }
      await this.#keep(part, () => this.#blobs.putChunk(blob, index, chunk))
      received = next
      index = Math.floor(next / CHUNK_BYTES)
    }
    return received
  }

  /**
   * Stores a chunk under a claim. A process that dies leaves at most one uncounted chunk, and the
   * claim until its lease is ended.
   */
  async #keep(part: Part, put: () => Promise<void>): Promise<void> {
    const { db } = this.#platform
    const writer = randomUUID()
    await db.transaction(system, async (tx) => {
      if (!(await claimUpload(tx, part, { id: writer, process: processId })))
        throw await refusalOf(tx, part)
    })
    try {
      await put()
    } catch (error) {
      const release = db.transaction(system, (tx) => releaseClaim(tx, part.id, writer))
      await release.catch(() => {}) // the error of the store says more; the claim ends by itself
      throw error
    }
    const refusal = await db.transaction(system, async (tx) =>
      (await settleClaim(tx, part, writer)) ? null : await refusalOf(tx, part),
    )
    if (!refusal) return
    // Its bytes may have been erased while this chunk was on its way.
    if (refusal === ERRORS.FILE_NO_LONGER_EXISTS) await this.#blobs.remove(part.id, part.to)
    throw refusal
  }
}

/** Returns the reason that an upload could not be claimed, or that the claim was lost. */
async function refusalOf(tx: Tx, { id, from, to }: Part) {
  const row = await findUpload(tx, id)
  if (row?.state !== 'open') return ERRORS.FILE_NO_LONGER_EXISTS
  if (row.received !== BigInt(from)) return ERRORS.INVALID_OFFSET
  if (BigInt(to) > row.bytes) return ERRORS.ERR_SIZE_EXCEEDED
  return new AppError('upload_locked')
}
