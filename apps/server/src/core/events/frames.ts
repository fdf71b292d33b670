/** Events as they travel: with their place in the order of all as an opaque id, which the reader names to resume. */
import type { LiveEvent } from '@semblance/contract'
import type { Position } from '../../platform/events/event-tail.ts'

/**
 * Defines a frame without content, which stops proxies from closing a quiet connection and reveals
 * a dead one.
 */
export const HEARTBEAT = ':\n\n'

/** Formats an event for the stream. JSON has no line breaks, so it is one `data` field. */
export function frameOf(event: LiveEvent | { topic: string }, at?: Position): string {
  const id = at ? `id: ${at.xid}-${at.id}\n` : ''
  return `${id}data: ${JSON.stringify(event)}\n\n`
}

/** Limits positions to the range of PostgreSQL's bigint. */
const MAX = 2n ** 63n

/** Returns the position, or null for a text of another format. */
export function parsePosition(id: string): Position | null {
  const [, xid, row] = /^(\d{1,19})-(\d{1,19})$/.exec(id) ?? []
  if (!xid || !row) return null
  const position = { xid: BigInt(xid), id: BigInt(row) }
  return position.xid < MAX && position.id < MAX ? position : null
}
