/** One resumable upload (tus) of a vendor's file. */
import { type HttpRequest, Upload } from 'tus-js-client'
import { authorizationHeader } from '@/lib/api/api.ts'
import { apiFetch } from '@/lib/api/api-fetch.ts'
import type { Purpose } from '../desk.ts'
import type { PickedFile } from './picked-files.ts'
import { type Answer, failureOf, shouldRetryNow, type UploadFailure } from './upload-failure.ts'

const chunkBytes = 32 * 1024 ** 2

const endpoint = () => `${location.origin}/api/uploads`

type UploadEvents = {
  /** The server knows of it from here on. */
  onCreated: (uploadId: string) => void
  onProgress: (sentBytes: number) => void
  onDone: () => void
  onFailure: (failure: UploadFailure) => void
}

export type RunningUpload = {
  pause: () => void
  /** Goes on where the server says it stopped. */
  resume: () => void
}

type Sent = PickedFile & {
  purpose: Purpose
  fingerprint: string | null
  /** Names the upload to resume; null starts a new one. */
  uploadId: string | null
}

export function startUpload(sent: Sent, events: UploadEvents): RunningUpload {
  const { purpose, file, path, fingerprint, uploadId } = sent
  const upload = new Upload(file, {
    endpoint: endpoint(),
    uploadUrl: uploadId && `${endpoint()}/${uploadId}`,
    metadata: { ...purpose, filename: path, ...(fingerprint && { fingerprint }) },
    chunkSize: chunkBytes,
    retryDelays: [0, 1000, 3000, 5000],
    storeFingerprintForResuming: false, // the server keeps the list of what is unfinished
    onBeforeRequest: authorize,
    onUploadUrlAvailable: () => events.onCreated(uploadIdOf(upload.url)),
    onProgress: events.onProgress,
    onSuccess: events.onDone,
    onShouldRetry: (error) => shouldRetryNow(answerOf(error)),
    onError: (error) => events.onFailure(failureOf(answerOf(error))),
  })
  upload.start()
  return { pause: () => void upload.abort(), resume: () => upload.start() }
}

/** Cancels an upload; the server deletes its bytes. */
export async function removeUpload(uploadId: string): Promise<void> {
  const answer = await apiFetch(`${endpoint()}/${uploadId}`, {
    method: 'DELETE',
    headers: { 'tus-resumable': '1.0.0', ...(await authorizationHeader()) },
  })
  if (!answer.ok && answer.status !== 404)
    throw new Error('The file was not removed. Try again in a moment.')
}

/** Runs before every chunk, because a long upload outlives an access token. */
async function authorize(request: HttpRequest) {
  for (const [name, value] of Object.entries(await authorizationHeader()))
    request.setHeader(name, value)
}

function uploadIdOf(url: string | null): string {
  return new URL(url ?? '', location.origin).pathname.split('/').filter(Boolean).at(-1) ?? ''
}

/** Returns the server's answer to the request that failed; null if there was none. */
function answerOf(error: Error): Answer | null {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response && typeof response === 'object' && 'getBody' in response
    ? (response as Answer)
    : null
}
