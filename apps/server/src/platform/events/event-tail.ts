/**
 * Follows the events of all processes: listens for announcements and reads new events in the order
 * of (xid, id), but only below the oldest running transaction. No event can appear below that
 * later, so each is read once, in any order of commits.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent, StoredEvent } from '@semblance/contract'
import type pg from 'pg'
import type { Database } from '../database/db.ts'
import type { Log } from '../process/log.ts'
import { type Audience, EVENTS, SIGNALS } from './events.ts'

/** Describes a position in the order of all events. */
export type Position = { xid: bigint; id: bigint }

export type TailHandlers = {
  onEvent: (audience: Audience, event: StoredEvent, at: Position) => void
  onSignal: (audience: Audience[], event: Signal) => void
}

/** Describes an event for current listeners only. access.changed is for the server itself. */
export type Signal = Exclude<LiveEvent, StoredEvent> | { topic: 'access.changed' }

export type EventTail = {
  /** Once it listens. */
  started: Promise<void>
  /** Up to where events have been handed out. */
  position: () => Position
  /** The same, about RECENT_MS ago. */
  recentPosition: () => Position
  close: () => Promise<void>
}

/** Rows per read. */
const BATCH = 1000
/** Sets the time between reads without an announcement, which also detects a dead connection. */
const IDLE_MS = 4_000
/**
 * Sets the first wait while an event waits for an older transaction to end; it doubles each time.
 */
const FIRST_PENDING_MS = 5
const MAX_PENDING_MS = 200
/** Covers the time while a page loads, before its stream is open. */
const RECENT_MS = 10_000
const RECONNECT_MS = 500
/** Limits one read; a slower connection is closed. */
const QUERY_TIMEOUT_MS = 10_000

export function isAfter(a: Position, b: Position): boolean {
  return a.xid === b.xid ? a.id > b.id : a.xid > b.xid
}

export function openEventTail(
  { db, log }: { db: Database; log: Log },
  handlers: TailHandlers,
): EventTail {
  const reached = trackPosition()
  let client: pg.Client | undefined
  const started = Promise.withResolvers<void>()
  const closing = new AbortController()

  async function follow(client: pg.Client): Promise<never> {
    const bell = await startListening(client, (payload) => dispatchSignal(payload, handlers, log))
    if (!reached.last()) reached.pass(await horizon(client))
    started.resolve()
    for (let pendingMs = FIRST_PENDING_MS; ; ) {
      const read = await readNew(client, reached.last()!)
      for (const { audience, event, at } of read.events) {
        reached.moveTo(at)
        handlers.onEvent(audience, event, at)
      }
      reached.pass(read.upTo)
      if (read.isFull) continue
      await bell.wait(read.isPending ? pendingMs : IDLE_MS)
      pendingMs =
        read.events.length > 0 ? FIRST_PENDING_MS : Math.min(pendingMs * 2, MAX_PENDING_MS)
    }
  }

  async function followForever(): Promise<void> {
    while (!closing.signal.aborted) {
      client = db.client({
        query_timeout: QUERY_TIMEOUT_MS,
        connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      })
      try {
        await follow(client)
      } catch (error) {
        if (!closing.signal.aborted)
          log.warn({ err: error }, 'events are not heard; connecting again')
      } finally {
        await hangUp(client)
      }
      await sleep(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const following = followForever()
  return {
    started: started.promise,
    position: () => reached.last()!,
    recentPosition: reached.recent,
    close: async () => {
      closing.abort()
      if (client) await hangUp(client)
      await following
    },
  }
}

/** Tracks the position up to which events were read, and that of about RECENT_MS ago. */
function trackPosition() {
  let position: Position | undefined
  /** By the second, the latest last; the first is RECENT_MS old. */
  const passed: { at: number; position: Position }[] = []
  return {
    last: () => position,
    recent: () => passed[0]!.position,
    moveTo: (at: Position) => {
      position = at
    },
    pass: (upTo: Position) => {
      position = upTo
      const now = Date.now()
      while (passed[1] && passed[1].at <= now - RECENT_MS) passed.shift()
      if (now - (passed.at(-1)?.at ?? 0) > 1000) passed.push({ at: now, position: upTo })
    },
  }
}

/** A peer that is gone answers no farewell, either. */
async function hangUp(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(1000, undefined, { ref: false })])
}

/** Connects and listens. `onSignal` receives the signals; the returned bell rings for events. */
async function startListening(client: pg.Client, onSignal: (payload?: string) => void) {
  const bell = listenForNotify(client)
  client.on('notification', ({ channel, payload }) => {
    if (channel === SIGNALS) onSignal(payload)
    else bell.ring()
  })
  await client.connect()
  await client.query(`listen ${EVENTS}`)
  await client.query(`listen ${SIGNALS}`)
  return bell
}

/**
 * Waits for announcements. One that arrives while there is no waiter is remembered. A broken
 * connection makes `wait` throw.
 */
function listenForNotify(client: pg.Client) {
  let hasRung = false
  let broken: Error | undefined
  let wake = () => {}
  const ring = () => {
    hasRung = true
    wake()
  }
  const breakOff = (error: Error) => {
    broken = error
    wake()
  }
  client.on('error', breakOff)
  client.on('end', () => breakOff(new Error('The connection has ended.')))
  return {
    ring,
    wait: async (timeoutMs: number) => {
      if (!hasRung && !broken)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      hasRung = false
      if (broken) throw broken
    },
  }
}

/** Before everything that is not final yet. */
async function horizon(client: pg.Client): Promise<Position> {
  const { rows } = await client.query<{ xmin: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
  )
  return { xid: BigInt(rows[0]!.xmin), id: 0n }
}

type Row = {
  xmin: string
  xid: string | null
  id: string
  organization: string | null
  user_id: string
  topic: string
  payload: object
}

async function readNew(client: pg.Client, after: Position) {
  const { rows } = await client.query<Row>({
    name: 'read-events', // prepared once per connection
    text: `select h.xmin::text, e.xid::text, e.id::text, e.organization, e.user_id, e.topic, e.payload
      from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) h
      left join lateral (select * from app.events where (xid, id) > ($1::xid8, $2::bigint) order by xid, id limit ${BATCH}) e on true
      order by e.xid, e.id`,
    values: [String(after.xid), String(after.id)],
  })
  const xmin = BigInt(rows[0]!.xmin)
  const found = rows.filter((row) => row.xid !== null)
  const final = found.filter((row) => BigInt(row.xid!) < xmin)
  const events = final.map((row) => ({
    at: { xid: BigInt(row.xid!), id: BigInt(row.id) },
    audience: row.organization ? { organization: row.organization } : { userId: row.user_id },
    event: { topic: row.topic, ...row.payload } as StoredEvent,
  }))
  const isFull = final.length === BATCH
  return {
    events,
    isFull,
    /** Marks that an announced event must wait for an older transaction. */
    isPending: final.length < found.length,
    upTo: isFull ? events.at(-1)!.at : { xid: xmin, id: 0n },
  }
}

function dispatchSignal(payload: string | undefined, handlers: TailHandlers, log: Log): void {
  try {
    const { audience, event } = JSON.parse(payload ?? '')
    handlers.onSignal([audience].flat(), event)
  } catch (error) {
    log.warn({ err: error }, 'a signal could not be read')
  }
}
