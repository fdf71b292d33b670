/** Manages the event streams of this process: their listeners, events and lifetimes. */
import type { ServerResponse } from 'node:http'
import { system } from '../../platform/database/db.ts'
import {
  type EventTail,
  isAfter,
  openEventTail,
  type Position,
} from '../../platform/events/event-tail.ts'
import type { Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { eventStreams } from '../../platform/process/metrics.ts'
import { type AccessMonitor, createAccessMonitor } from './access-monitor.ts'
import { frameOf, HEARTBEAT, parsePosition } from './frames.ts'
import {
  createListenerRegistry,
  type Listener,
  type Listeners,
  type OpenStream,
} from './listeners.ts'
import { createPresenceTracker } from './presence.ts'
import { isKept, listMissed } from './queries.ts'
import { openStream } from './stream.ts'

export type Live = {
  /** Writes events to `out` from now on, or from behind the event of that id. */
  open: (
    listener: Listener,
    out: ServerResponse,
    options: { lastEventId?: string; requestId: string },
  ) => Promise<void>
  /** Asks of every stream whether it may go on, and says who is online; done every CHECK_MS. */
  check: () => Promise<void>
  openStreams: () => number
  close: () => Promise<void>
}

/** Limits the missed events sent one by one. Beyond it, the stream sends `reset`. */
const MAX_MISSED = 500
const MAX_STREAMS_PER_PERSON = 30
const CHECK_MS = 25_000
const HEARTBEAT_MS = 20_000
const START_TIMEOUT_MS = 5_000
/** Limits a stream to what a timer can hold, about 24 days; keys last longer, and their readers reconnect. */
const MAX_STREAM_MS = 2 ** 31 - 1

/** Opens no stream yet. `leaveAfterMs` sets how long a user without a stream still counts as online. */
export function createEventService(platform: Platform, leaveAfterMs?: number): Live {
  const listeners = createListenerRegistry()
  const standing = createAccessMonitor(platform)
  const presence = createPresenceTracker(platform, leaveAfterMs)
  let tail: EventTail | undefined // of a process without streams there is none
  let isClosed = false

  const enter = (listener: Listener, out: ServerResponse, requestId: string, after: Position) => {
    const leftMs = listener.expiresAt.getTime() - Date.now()
    const expiry = setTimeout(() => stream.end(), Math.min(leftMs, MAX_STREAM_MS))
    const leave = () => {
      clearTimeout(expiry)
      listeners.remove(stream)
      presence.leave(listener)
      eventStreams.dec()
    }
    const beatAt = Date.now() + HEARTBEAT_MS
    const stream: OpenStream = { ...openStream(out, requestId, leave), listener, after, beatAt }
    listeners.add(stream)
    eventStreams.inc()
    presence.arrive(listener)
    return stream
  }
  const check = async () => {
    await standing.checkAll(listeners.all)
    await presence.prolong()
  }
  const timers = [
    setInterval(beat, 1000, listeners.all).unref(),
    setInterval(check, CHECK_MS).unref(),
  ]

  return {
    open: async (listener, out, { lastEventId, requestId }) => {
      if (listeners.countOf(listener.userId) >= MAX_STREAMS_PER_PERSON)
        throw new AppError('too_many_requests')
      tail ??= followEvents(platform, listeners, standing)
      await inTime(tail.started)
      const now = tail.position()
      const isNew = lastEventId === undefined
      const last = isNew ? tail.recentPosition() : parsePosition(lastEventId)
      const stream = enter(listener, out, requestId, last && isAfter(last, now) ? last : now)
      try {
        stream.begin(await greeting(platform, listener, { last, now, isNew }))
      } finally {
        if (isClosed || !out.headersSent) stream.end()
      }
    },
    check,
    openStreams: () => listeners.all.size,
    close: async () => {
      isClosed = true
      for (const timer of timers) clearInterval(timer)
      for (const { end } of listeners.all) end()
      await presence.stop()
      await tail?.close()
    },
  }
}

/** Sends the events of all processes to the streams of this one that may hear them. */
function followEvents(
  platform: Platform,
  listeners: Listeners,
  standing: AccessMonitor,
): EventTail {
  return openEventTail(platform, {
    onEvent: (audience, event, at) => {
      const frame = frameOf(event, at)
      for (const stream of listeners.heard(audience))
        if (isAfter(at, stream.after)) stream.send(frame)
    },
    onSignal: (audiences, event) => {
      const tell =
        event.topic === 'access.changed'
          ? standing.suspect
          : ({ send: tell }: OpenStream) => tell(frameOf(event))
      for (const audience of audiences) for (const stream of listeners.heard(audience)) tell(stream)
    },
  })
}

function beat(streams: Iterable<OpenStream>): void {
  const now = Date.now()
  for (const stream of streams) {
    if (stream.beatAt > now) continue
    stream.send(HEARTBEAT)
    stream.beatAt = now + HEARTBEAT_MS
  }
}

/**
 * Builds the first frames: `ready` and the events missed since `last`, or `ready` and `reset` if
 * `last` is null or the missed events are unknown or too many.
 */
async function greeting(
  { db }: Platform,
  listener: Listener,
  { last, now, isNew }: { last: Position | null; now: Position; isNew: boolean },
): Promise<string[]> {
  const missed =
    last &&
    (await db.transaction(system, async (tx) => {
      if (!isNew && !(await isKept(tx, last))) return null
      return await listMissed(tx, listener, { after: last, upTo: now, limit: MAX_MISSED + 1 })
    }))
  if (!missed || missed.length > MAX_MISSED)
    return [frameOf({ topic: 'ready' }), frameOf({ topic: 'reset' }, now)]
  return [frameOf({ topic: 'ready' }, last), ...missed.map(({ event, at }) => frameOf(event, at))]
}

async function inTime(started: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Events are not heard yet.')), START_TIMEOUT_MS)
  })
  await Promise.race([started, late]).finally(() => clearTimeout(timer))
}
