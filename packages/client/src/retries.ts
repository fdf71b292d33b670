/** Sends a request again while that can help: the network fails, or the server asks to come back. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NoAnswer, refusalOf } from './errors.ts'

export type RetryOptions = {
  /** The most times that a request is sent, default 6. */
  attempts?: number
  /** Milliseconds without an answer after which an attempt counts as failed, default 60,000. */
  timeoutMs?: number
  /** Milliseconds before the second attempt, default 250; each further pause is twice as long. */
  pauseMs?: number
  fetch?: (request: Request) => Promise<Response>
}

const MOST_PAUSE_MS = 8_000
const MOST_ASKED_MS = 60_000
const retriedStatuses = new Set([429, 502, 503, 504])

/**
 * Returns the first answer that another attempt would not better, and the last one otherwise. Each attempt
 * sends the same: a change needs an Idempotency-Key, or has to bear repetition. Throws
 * NoAnswer when the last attempt has none, and what the request's own signal was aborted with.
 */
export async function sendWithRetries(
  request: Request,
  { attempts = 6, timeoutMs = 60_000, pauseMs = 250, fetch: send = fetch }: RetryOptions,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryOnce(request.clone(), send, timeoutMs)
    request.signal.throwIfAborted()
    const isLast = attempt === attempts
    if (outcome instanceof Response) {
      if (isLast || !(await isWorthAnother(outcome))) return outcome
    } else if (isLast)
      throw new NoAnswer(`${new URL(request.url).origin} does not answer.`, { cause: outcome })
    const asked = outcome instanceof Response ? askedPauseMs(outcome) : null
    const own = Math.min(pauseMs * 2 ** (attempt - 1), MOST_PAUSE_MS) * (0.5 + Math.random() / 2)
    await sleep(asked ?? own, undefined, { signal: request.signal })
  }
}

/** Returns the answer, or the error in place of one. Waits so long for the head of an answer; a body may take longer. */
async function tryOnce(
  request: Request,
  send: (request: Request) => Promise<Response>,
  timeoutMs: number,
): Promise<Response | Error> {
  const late = Promise.withResolvers<Error>()
  const stop = new AbortController()
  const giveUp = (error: Error) => {
    stop.abort(error)
    late.resolve(error)
  }
  const timer = setTimeout(() => giveUp(new Error(`No answer in ${timeoutMs} ms.`)), timeoutMs)
  const signal = AbortSignal.any([request.signal, stop.signal])
  try {
    return await Promise.race([send(new Request(request, { signal })), late.promise])
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    clearTimeout(timer)
  }
}

/** Returns true for an answer that says to come back: a limit, an outage, or a first attempt that is still under way. */
async function isWorthAnother(response: Response): Promise<boolean> {
  if (retriedStatuses.has(response.status)) return true
  if (response.status !== 409) return false
  const { code } = await refusalOf(response.clone())
  return code === 'request_in_flight'
}

function askedPauseMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return seconds > 0 ? Math.min(seconds * 1000, MOST_ASKED_MS) : null
}
