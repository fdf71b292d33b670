/**
 * Tracks if the server is reachable. A call without an answer starts probing, which continues until
 * the server answers.
 */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'offline' | 'unreachable'

const PAUSE_MS = 1000
const MAX_PAUSE_MS = 10_000
const PROBE_LIMIT_MS = 5000
/** Lists the status codes of a proxy while the server behind it is down. */
const AWAY = new Set([502, 503, 504])

export const isOffline = (status: number) => AWAY.has(status)

let connection: Connection = 'online'
let looking: Promise<boolean> | null = null
const listeners = new Set<() => void>()
const retry = new EventTarget()

function set(next: Connection) {
  if (next === connection) return
  connection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls fetch for every call of the application. */
export const apiFetch: typeof fetch = async (input, init) => {
  try {
    const answer = await fetchPatiently(new Request(input, init))
    if (isOffline(answer.status)) void waitUntilOnline()
    return answer
  } catch (error) {
    if (!isAbort(error)) void waitUntilOnline()
    throw error
  }
}

/** Limits the repetitions of a call that came too soon after others, and the seconds before each. */
const MAX_REPETITIONS = 5
const MAX_WAIT_SECONDS = 2
const TOO_MANY = 429

/** Repeats a call that was refused for a moment, because the page had sent many. A refusal has no effect. */
async function fetchPatiently(request: Request): Promise<Response> {
  for (let repetitions = 0; ; repetitions++) {
    const answer = await fetch(request.clone())
    const seconds = Number(answer.headers.get('retry-after'))
    const isBrief = answer.status === TOO_MANY && seconds > 0 && seconds <= MAX_WAIT_SECONDS
    if (!isBrief || repetitions === MAX_REPETITIONS) return answer
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    request.signal.throwIfAborted()
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Resolves at once when the server answers, otherwise as soon as it does; true when it had been away. */
export function waitUntilOnline(): Promise<boolean> {
  looking ??= look().finally(() => {
    looking = null
  })
  return looking
}

async function look(): Promise<boolean> {
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
    if (!navigator.onLine) set('offline')
    else if (await answers()) {
      const wasAway = connection !== 'online'
      set('online')
      return wasAway
    } else set('unreachable')
    await pause(pauseMs)
  }
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS)
    const answer = await fetch('/healthz', { cache: 'no-store', signal })
    return !isOffline(answer.status)
  } catch {
    return false
  }
}

/** Cut short when the network comes back or the person asks. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const finish = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(finish, ms)
    window.addEventListener('online', finish, over)
    retry.addEventListener('now', finish, over)
  })
}

export const probeNow = () => retry.dispatchEvent(new Event('now'))

/** Watches the connection, also for the queries: they pause while it is lost and refetch afterwards. */
export function watchConnection(): void {
  window.addEventListener('offline', () => void waitUntilOnline())
  if (!navigator.onLine) void waitUntilOnline()
  onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(connection === 'online')))
}

export const useConnection = () => useSyncExternalStore(subscribe, () => connection)
