/** Delivers live events to any part of a page. */
import type { LiveEvent } from '@semblance/contract'
import { useEffect, useEffectEvent } from 'react'
import { readEvents } from './event-stream.ts'
import { subscribeToStream } from './shared-stream.ts'

const handlers = new Set<(event: LiveEvent) => void>()

/**
 * Calls `handler` for every event of the signed-in user, once per tab; each carries only the ID of
 * the changed object.
 */
export function useLiveEvents(handler: (event: LiveEvent) => void): void {
  const handle = useEffectEvent(handler)
  useEffect(() => {
    const call = (event: LiveEvent) => handle(event)
    handlers.add(call)
    return () => {
      handlers.delete(call)
    }
  }, [])
}

/**
 * Subscribes to this user's events, until another signs in or the session ends; used once, above
 * all pages.
 */
export function useLiveStream(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return
    const tell = (event: LiveEvent) => {
      for (const handle of handlers) handle(event)
    }
    return subscribeToStream(userId, tell, readEvents)
  }, [userId])
}
