/** A delivery's originals in the clear, in a run's own directory, and whether they are what was sent. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { system } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/http/context.ts'
import type { Blobs, SealedBlob } from '../../../platform/storage/blobs.ts'
import { isWorkDirInMemory } from '../../engine/service.ts'
import { listOriginals, setChecksum, setOnDisk, type UploadRow } from '../files/upload-queries.ts'
import { distinctNames } from './distinct-names.ts'
import { openOriginalKey } from './keys.ts'

type EncryptionContext = { platform: Platform; blobs: Blobs }

/**
 * Decrypts a delivery's originals into `dir`. Returns their paths, or the reason if a file differs
 * from its sender's checksum. Throws if a file cannot be opened.
 */
export async function decryptOriginals(
  place: EncryptionContext,
  deliveryId: string,
  dir: string,
): Promise<{ paths: string[] } | { reason: string }> {
  const uploads = await takeOriginals(place, deliveryId)
  if (uploads.length === 0) throw new Error(`Delivery ${deliveryId} has no original.`)
  const names = distinctNames(uploads.map(({ file_name }) => file_name))
  const paths: string[] = []
  for (const [i, upload] of uploads.entries()) {
    const ownDir = join(dir, String(i))
    await mkdir(ownDir, { mode: 0o700 })
    const path = join(ownDir, names[i]!)
    const sha256 = await unseal(place, upload, path)
    if (upload.announced_sha256 && upload.announced_sha256 !== sha256)
      return { reason: changedOnTheWay(upload.file_name) }
    paths.push(path)
  }
  return { paths }
}

/** Lists the originals; notes before any is in the clear if that is on a disk, as its record will state. */
async function takeOriginals({ platform }: EncryptionContext, deliveryId: string) {
  const isInMemory = await isWorkDirInMemory(platform.config)
  return await platform.db.transaction(system, async (tx) => {
    if (!isInMemory) await setOnDisk(tx, deliveryId)
    return await listOriginals(tx, deliveryId)
  })
}

const changedOnTheWay = (name: string) =>
  `${name}: what has arrived is not the file on your computer (their SHA-256 checksums differ). Remove it and upload it again.`

async function unseal(place: EncryptionContext, upload: UploadRow, path: string): Promise<string> {
  const { db } = place.platform
  const key = await openOriginalKey(place.platform, upload.id)
  if (!key) throw new Error(`The key of upload ${upload.id} is gone.`)
  const hash = createHash('sha256')
  await pipeline(
    hashed(place.blobs, { id: upload.id, key }, Number(upload.bytes), hash),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  const sha256 = hash.digest('hex')
  await db.transaction(system, (tx) => setChecksum(tx, upload.id, sha256))
  return sha256
}

async function* hashed(
  blobs: Blobs,
  blob: SealedBlob,
  bytes: number,
  hash: ReturnType<typeof createHash>,
) {
  for await (const chunk of blobs.read(blob, bytes)) {
    hash.update(chunk)
    yield chunk
  }
}
