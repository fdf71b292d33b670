/** Sends files of a delivery by tus, so that an interrupted upload goes on where it stopped. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { DetailedError, Upload } from 'tus-js-client'
import type { Api } from './api.ts'
import { NoAnswer, parseRefusal } from './errors.ts'
import { hashFile } from './hash-file.ts'

export type FileToUpload = {
  contractId: string
  path: string
  /** The name in the delivery, folders included; default: the file's own. */
  name?: string
  /** Called with how much has arrived. */
  onProgress?: (sentBytes: number, bytes: number) => void
  /** Stops the upload; what has arrived stays, and the next call goes on from there. */
  signal?: AbortSignal
}

export type Uploaded = { uploadId: string; sha256: string; bytes: number }

type Place = { api: Api; endpoint: string; authorization: string }

/**
 * Sends a file, or the rest of it: looks in the delivery's draft for an upload of the same content, which
 * may have been begun by another process. Requires the scopes `deliver` and `deliveries:read`.
 */
export async function upload(place: Place, file: FileToUpload): Promise<Uploaded> {
  const { size: bytes } = await stat(file.path)
  const sha256 = await hashFile(file.path, file.signal)
  const fingerprint = `sha256:${sha256}`
  const draft = await place.api.deliveries.latest({ contractId: file.contractId })
  const begun = draft?.files.find((one) => one.fingerprint === fingerprint && one.bytes === bytes)
  if (begun && begun.receivedBytes === bytes) return { uploadId: begun.id, sha256, bytes }
  const url = await send(place, file, {
    bytes,
    fingerprint,
    uploadUrl: begun && `${place.endpoint}/${begun.id}`,
  })
  return { uploadId: url.split('/').at(-1) ?? '', sha256, bytes }
}

const retryDelays = [0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000]

/** Returns the address of the upload once all has arrived. */
async function send(
  { endpoint, authorization }: Place,
  { contractId, path, name = basename(path), onProgress, signal }: FileToUpload,
  to: { bytes: number; fingerprint: string; uploadUrl: string | undefined },
): Promise<string> {
  signal?.throwIfAborted()
  return await new Promise((resolve, reject) => {
    const transfer = new Upload(createReadStream(path), {
      endpoint,
      uploadUrl: to.uploadUrl,
      uploadSize: to.bytes,
      headers: { authorization },
      metadata: { contractId, filename: name, fingerprint: to.fingerprint },
      storeFingerprintForResuming: false, // the draft on the server has it
      retryDelays,
      onShouldRetry: (error) => isPassing(error.originalResponse?.getStatus()),
      onProgress,
      onSuccess: () => {
        signal?.removeEventListener('abort', stop)
        resolve(transfer.url ?? '')
      },
      onError: (error) => {
        signal?.removeEventListener('abort', stop)
        reject(explain(error))
      },
    })
    const stop = () => {
      reject(signal?.reason)
      transfer.abort().catch(() => {})
    }
    signal?.addEventListener('abort', stop, { once: true })
    transfer.start()
  })
}

const STORAGE_FULL = 507

/** Returns true for an answer, or none, after which another attempt may succeed. */
const isPassing = (status: number | undefined): boolean =>
  status === undefined ||
  status === 409 ||
  status === 423 ||
  status === 429 ||
  (status >= 500 && status !== STORAGE_FULL)

function explain(error: Error | DetailedError): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (response) return parseRefusal(response.getBody(), response.getStatus())
  return new NoAnswer('The upload was cut off, and did not go on.', { cause: error })
}
