/** Opens the certified files of a delivery for a measurement: those alone whose bytes are as certified. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Finding } from '@semblance/contract'
import { system } from '../../platform/database/db.ts'
import { classifyFault } from '../../platform/faults.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Blobs } from '../../platform/storage/blobs.ts'
import { findStoredArchive, type OpenFile, readerOf, withKeys } from '../deliveries/service.ts'
import type { DeliveredData } from './delivered-data.ts'

export type Work = { platform: Platform; blobs: Blobs; signal: AbortSignal }

/** Describes a certified file; `path` is set if it was found as certified, and holds it in the clear. */
export type CollectedFile = Finding['files'][number] & { path: string | null }

/**
 * Writes certified files below `dir` and compares them with the certificate. Throws if the store or the disk does not
 * answer, and when `signal` aborts; a file that is gone or was altered is returned without a path.
 */
export async function collectFiles(
  { platform, blobs, signal }: Work,
  data: DeliveredData,
  { names, dir }: { names: string[]; dir: string },
): Promise<CollectedFile[]> {
  const stored = await platform.db.transaction(system, async (tx) => {
    const archive = await findStoredArchive(tx, data.deliveryId)
    return await withKeys(tx, platform, archive?.files ?? [])
  })
  const read = readerOf(platform, blobs)
  const collected: CollectedFile[] = []
  for (const [place, { name, sha256 }] of certifiedFiles(data, names).entries()) {
    const file = stored.find((one) => one.name === name)
    const path = join(dir, `certified-${place}`, name)
    await mkdir(join(dir, `certified-${place}`))
    const foundSha256 = file ? await copyFile(file, path, { read, signal }) : null
    collected.push({ name, sha256, foundSha256, path: foundSha256 === sha256 ? path : null })
  }
  return collected
}

const certifiedFiles = ({ certificate }: DeliveredData, names: string[]) =>
  certificate.files.filter(({ name }) => names.includes(name))

/** Returns the SHA-256 of what is stored; null if that is gone or was altered. */
async function copyFile(
  file: OpenFile,
  path: string,
  { read, signal }: { read: ReturnType<typeof readerOf>; signal: AbortSignal },
): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(
      read(file, { start: 0, end: Number(file.bytes) - 1 }),
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part)
          yield part
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      { signal },
    )
    return hash.digest('hex')
  } catch (error) {
    if (signal.aborted || classifyFault(error).kind === 'dependency') throw error
    return null
  }
}
