/** Registers the listeners of this process by organization and by user. */
import type { Position } from '../../platform/events/event-tail.ts'
import type { Audience } from '../../platform/events/events.ts'
import type { Stream } from './stream.ts'

export type Listener = {
  userId: string
  sessionId: string
  /**
   * Holds the organization the user acts for. Null if there is none; such a user receives only
   * personal events.
   */
  organization: string | null
  /** Holds the end of the access token, which also ends the stream. */
  expiresAt: Date
}

export type OpenStream = Stream & {
  listener: Listener
  /** Holds the position up to which the reader has all events. */
  after: Position
  /** Holds the time of the next heartbeat. */
  beatAt: number
}

export type Listeners = {
  all: Set<OpenStream>
  heard: (audience: Audience) => Iterable<OpenStream>
  countOf: (userId: string) => number
  add: (stream: OpenStream) => void
  remove: (stream: OpenStream) => void
}

export function createListenerRegistry(): Listeners {
  const all = new Set<OpenStream>()
  const byAudience = new Map<string, Set<OpenStream>>()
  const keysOf = ({ userId, organization }: Listener) =>
    organization ? [userId, organization] : [userId]
  return {
    all,
    heard: (audience) =>
      byAudience.get('userId' in audience ? audience.userId : audience.organization) ?? [],
    countOf: (userId) => byAudience.get(userId)?.size ?? 0,
    add: (stream) => {
      all.add(stream)
      for (const key of keysOf(stream.listener)) {
        const known = byAudience.get(key)
        if (known) known.add(stream)
        else byAudience.set(key, new Set([stream]))
      }
    },
    remove: (stream) => {
      all.delete(stream)
      for (const key of keysOf(stream.listener)) {
        const known = byAudience.get(key)
        known?.delete(stream)
        if (known?.size === 0) byAudience.delete(key)
      }
    },
  }
}
