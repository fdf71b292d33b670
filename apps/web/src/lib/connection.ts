/** Whether the server answers; a call that got no answer makes it look, and it goes on looking until one comes. */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'offline' | 'unreachable'

const PAUSE_MS = 1000
const MAX_PAUSE_MS = 10_000
const PROBE_LIMIT_MS = 5000
/** What a proxy says while the server behind it is away. */
const AWAY = new Set([502, 503, 504])

export const isAway = (status: number) => AWAY.has(status)

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

/** fetch, for every call of the application. */
export const reach: typeof fetch = async (input, init) => {
  try {
    const answer = await fetch(input, init)
    if (isAway(answer.status)) void untilReachable()
    return answer
  } catch (error) {
    if (!isAbort(error)) void untilReachable()
    throw error
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Resolves at once when the server answers, otherwise as soon as it does; true when it had been away. */
export function untilReachable(): Promise<boolean> {
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
    return !isAway(answer.status)
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

export const lookAgain = () => retry.dispatchEvent(new Event('now'))

/** Followed by the queries too: they wait meanwhile, and what is on screen is read anew afterwards. */
export function watchConnection(): void {
  window.addEventListener('offline', () => void untilReachable())
  if (!navigator.onLine) void untilReachable()
  onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(connection === 'online')))
}

export const useConnection = () => useSyncExternalStore(subscribe, () => connection)
