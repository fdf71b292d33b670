/** Fetches delivered files in ranges, so that an interrupted download goes on, and checks what has arrived. */
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from './api.ts'
import { NoAnswer, refusalOf } from './errors.ts'
import { hashFile } from './hash-file.ts'
import { type RetryOptions, sendWithRetries } from './retries.ts'

/** Names a file as the dataset of a request lists it. */
export type DeliveredFile = { id: string; name: string; bytes: number; sha256: string }

export type Downloaded = { path: string; bytes: number; sha256: string }

/** Reports that what arrived is not what the platform delivered. Nothing is kept of it. */
export class FileDiffers extends Error {
  override readonly name = 'FileDiffers'
}

type Place = { api: Api; retries: RetryOptions }

/**
 * Fetches a file to `path`, through `path.part`, which an interrupted download leaves and the next one goes
 * on with. Replaces a file that is there. Throws FileDiffers if the SHA-256 is not the file's.
 */
export async function download(
  { api, retries }: Place,
  file: DeliveredFile,
  path: string,
): Promise<Downloaded> {
  const part = `${path}.part`
  const { attempts = 6, pauseMs = 250 } = retries
  let failures = 0
  for (let arrived = -1; ; ) {
    try {
      await fetchRest({ api, retries }, file, part)
      break
    } catch (error) {
      if (!isCutOff(error)) throw error
      const before = arrived
      arrived = await sizeOf(part)
      failures = arrived > before ? 1 : failures + 1 // one that goes on is no failure for good
      if (failures === attempts)
        throw new NoAnswer(`The download of ${file.name} was cut off.`, { cause: error })
      await sleep(pauseMs * 2 ** (failures - 1))
    }
  }
  if ((await hashFile(part)) !== file.sha256) {
    await rm(part)
    throw new FileDiffers(`${file.name} arrived with another SHA-256 than was delivered.`)
  }
  await rename(part, path)
  return { path, bytes: file.bytes, sha256: file.sha256 }
}

/** Appends to `part` what it lacks, or replaces it if the server sends the whole file. */
async function fetchRest({ api, retries }: Place, file: DeliveredFile, part: string) {
  const from = await sizeOf(part)
  if (from === file.bytes && from > 0) return
  if (from > file.bytes) await rm(part)
  const { url } = await api.deliveries.fileLink({ fileId: file.id })
  const range =
    from > 0 && from < file.bytes
      ? { range: `bytes=${from}-`, 'if-range': `"${file.sha256}"` }
      : undefined
  const response = await sendWithRetries(new Request(url, { headers: range }), retries)
  if (!response.ok) throw await refusalOf(response)
  const flags = response.status === 206 ? 'a' : 'w'
  const body = response.body ? Readable.fromWeb(response.body as never) : Readable.from([])
  await pipeline(body, createWriteStream(part, { flags }))
}

/** Returns true if the connection ended within a body; fetch says so by a TypeError. */
const isCutOff = (error: unknown): boolean => error instanceof TypeError

const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => null))?.size ?? 0
