/**
 * One event stream per browser: the tab that holds a lock reads it and passes everything on to the others, which
 * queue for the lock and go on from the last event when that tab closes. Where a page may not use locks (an address
 * without HTTPS), each tab reads for itself.
 */
import type { LiveEvent } from '@semblance/contract'
import type { Told } from './event-frames.ts'
import type { readEvents } from './event-stream.ts'

const RETRY_MS = 1000
const MAX_RETRY_MS = 30_000
/** A leading tab that does not answer for so long sleeps, as background tabs on phones do. */
const ANSWER_MS = 3000

type Message =
  | ({ type: 'told' } & Told)
  /** Sent by a new tab to request the position of the stream. */
  | { type: 'hello' }
  | { type: 'position'; id: string | undefined }

export type ReadEvents = typeof readEvents

/** Calls `onEvent` in every tab, until the returned function is called. */
export function subscribeToStream(
  userId: string,
  onEvent: (event: LiveEvent) => void,
  read: ReadEvents,
): () => void {
  const name = `semblance.events.${userId}`
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  let lastEventId: string | undefined
  let isLeading = false
  let answered = () => {}

  const post = (message: Message) => channel.postMessage(message)
  const share = (told: Told) => {
    if (leaving.signal.aborted) return
    lastEventId = told.id ?? lastEventId
    post({ type: 'told', ...told })
    onEvent(told.event)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'hello') {
      if (isLeading) post({ type: 'position', id: lastEventId })
      return
    }
    answered()
    lastEventId = data.id ?? lastEventId
    if (data.type === 'told') onEvent(data.event)
  }

  /** Reads the stream, again and again, until `signal` says that another tab does. */
  const lead = async (signal: AbortSignal, hasFollowed: boolean) => {
    isLeading = true
    for (let failures = 0; !signal.aborted; ) {
      const resumes = lastEventId !== undefined
      try {
        for await (const told of read({ lastEventId, signal })) {
          failures = 0
          share(told)
          // The events that this tab missed before it led are unknown.
          if (told.event.topic === 'ready' && hasFollowed && !resumes)
            share({ event: { topic: 'reset' } })
        }
      } catch {
        failures += 1
      }
      if (!signal.aborted) await pause(delayMs(failures), signal)
    }
    isLeading = false
  }

  const takeTurn = async (steal: boolean, hasFollowed: boolean): Promise<void> => {
    const lost = new AbortController()
    const signal = AbortSignal.any([leaving.signal, lost.signal])
    try {
      // A lock is either stolen or waited for.
      const options = steal ? { steal } : { signal: leaving.signal }
      await navigator.locks.request(name, options, () => lead(signal, hasFollowed))
    } catch {
      lost.abort() // stolen by a tab that found this one asleep, or left while waiting
      if (!leaving.signal.aborted) await takeTurn(false, true)
    }
  }

  const onVisible = () => {
    if (document.hidden || isLeading) return
    const timer = setTimeout(() => void takeTurn(true, true), ANSWER_MS)
    answered = () => clearTimeout(timer)
    leaving.signal.addEventListener('abort', answered)
    post({ type: 'hello' })
  }

  if ('locks' in navigator) {
    post({ type: 'hello' })
    void followThenLead()
    document.addEventListener('visibilitychange', onVisible, { signal: leaving.signal })
  } else void lead(leaving.signal, false)

  async function followThenLead(): Promise<void> {
    const { held } = await navigator.locks.query()
    const hasFollowed = held?.some((lock) => lock.name === name) ?? false
    if (!leaving.signal.aborted) await takeTurn(false, hasFollowed)
  }
  return () => {
    leaving.abort()
    channel.close()
  }
}

/** Doubled with every failure, and never the same for all browsers of a server that comes back. */
const delayMs = (failures: number) =>
  Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures) * (0.5 + Math.random() / 2)

/** Cut short when the connection or the person comes back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const finish = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(finish, ms)
    const { signal: until } = over
    globalThis.addEventListener('online', finish, { signal: until })
    document.addEventListener('visibilitychange', () => !document.hidden && finish(), {
      signal: until,
    })
    signal.addEventListener('abort', finish, { signal: until })
    if (signal.aborted) finish()
  })
}
