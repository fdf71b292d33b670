/** One resumable upload (tus) of a vendor's file. */
import { type HttpRequest, Upload } from 'tus-js-client'
import { authorizationHeader } from '@/lib/api.ts'

const chunkBytes = 8 * 1024 ** 2

type UploadEvents = {
  onProgress: (sentBytes: number) => void
  onDone: (uploadId: string) => void
  /** `isCut`: the connection broke, nothing was refused. */
  onFailure: (message: string, isCut: boolean) => void
}

export type RunningUpload = {
  pause: () => void
  /** Goes on where the server says it stopped. */
  resume: () => void
}

export function startUpload(contractId: string, file: File, events: UploadEvents): RunningUpload {
  const upload = new Upload(file, {
    endpoint: `${location.origin}/api/uploads`,
    metadata: { contractId, filename: file.name },
    chunkSize: chunkBytes,
    retryDelays: [0, 1000, 3000, 5000],
    // A file half sent before a reload goes on; one that arrived is sent anew, as a new attempt.
    fingerprint: async () =>
      ['semblance', contractId, file.name, file.size, file.lastModified].join(':'),
    removeFingerprintOnSuccess: true,
    onBeforeRequest: authorize,
    onProgress: events.onProgress,
    onSuccess: () => events.onDone(uploadIdOf(upload.url)),
    onError: (error) => {
      const message = failureMessage(error)
      events.onFailure(message, message === connectionLost)
    },
  })
  void upload.findPreviousUploads().then(([previous]) => {
    if (previous) upload.resumeFromPreviousUpload(previous)
    upload.start()
  })
  return { pause: () => void upload.abort(), resume: () => upload.start() }
}

/** Asked anew for every chunk: a long upload outlives an access token. */
async function authorize(request: HttpRequest) {
  for (const [name, value] of Object.entries(await authorizationHeader()))
    request.setHeader(name, value)
}

function uploadIdOf(url: string | null): string {
  return new URL(url ?? '', location.origin).pathname.split('/').filter(Boolean).at(-1) ?? ''
}

const connectionLost =
  'The connection was lost. What has arrived is safe; resume when you are back online.'

/** The server's own sentence when it answered with one. */
function failureMessage(error: Error): string {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response || typeof response !== 'object' || !('getBody' in response)) return connectionLost
  const body = (response as { getBody: () => string }).getBody()
  try {
    const answer: unknown = JSON.parse(body)
    if (answer && typeof answer === 'object' && 'message' in answer) return String(answer.message)
  } catch {
    // Not JSON: a tus server also answers in plain text.
  }
  return body.trim() || 'The server did not take the file. Try again in a moment.'
}
