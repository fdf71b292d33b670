/** Decides the message and the next try of an upload that failed. */
import { type ErrorCode, errors } from '@semblance/contract'
import { isOffline } from '@/lib/api/api-fetch.ts'

export type UploadFailure = {
  message: string
  /**
   * `person`: it was refused, or failed for no known reason. `online`: when the server is back.
   * Otherwise by itself after this time, because the fault is the server's and passes.
   */
  retry: 'person' | 'online' | { afterMs: number }
}

/** Describes a server's answer as far as it is needed here; a subset of the tus client's. */
export type Answer = {
  getStatus: () => number
  getHeader: (name: string) => string | undefined
  getBody: () => string
}

const connectionLost: UploadFailure = {
  message: 'The connection was lost. What has arrived is safe; resume when you are back online.',
  retry: 'online',
}

const storageAway =
  'Semblance cannot store files at the moment. What has arrived is safe; the upload is tried again by itself.'

/** Sentences for faults of the server, which say that nothing is left for the person to do. */
const passing: Partial<Record<ErrorCode, string>> = {
  overloaded: storageAway,
  database_unavailable: storageAway,
  storage_unavailable: storageAway,
  storage_full:
    'Semblance has no room for files at the moment. What has arrived is safe; the upload is tried again by itself.',
  upload_locked:
    'Another part of this file is still being stored. The upload is tried again by itself.',
}

/** Delays the next try where the server names no time. */
const PAUSE_SECONDS = 30

/** Describes the failure of an upload by the server's answer; null if there was none. */
export function failureOf(answer: Answer | null): UploadFailure {
  if (!answer) return connectionLost
  const body = answer.getBody()
  const { code, message } = readError(body)
  const sentence = code && passing[code]
  if (sentence) {
    const seconds = Number(answer.getHeader('retry-after')) || PAUSE_SECONDS
    return { message: sentence, retry: { afterMs: seconds * 1000 } }
  }
  // A proxy answered, because the server behind it is down.
  if (!code && isOffline(answer.getStatus())) return connectionLost
  const said = message ?? body.trim()
  return {
    message: said || 'The server did not take the file. Try again in a moment.',
    retry: 'person',
  }
}

/**
 * Returns true if the tus client should try again at once: after a lost connection, a crash or its
 * own protocol's conflict. What the server refuses in words of its own stays refused.
 */
export function shouldRetryNow(answer: Answer | null): boolean {
  const { retry } = failureOf(answer)
  if (retry !== 'person' || !answer) return retry === 'online' && navigator.onLine
  const status = answer.getStatus()
  return status >= 500 || (status === 409 && !readError(answer.getBody()).code)
}

function readError(body: string): { code?: ErrorCode; message?: string } {
  try {
    const { code, message } = JSON.parse(body) as { code?: string; message?: string }
    return { code: code && code in errors ? (code as ErrorCode) : undefined, message }
  } catch {
    return {} // a tus server also answers in plain text
  }
}
