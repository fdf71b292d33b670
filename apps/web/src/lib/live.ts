/** What happens elsewhere, as it happens, for any part of a page. */
import type { LiveEvent } from '@semblance/contract'
import { useEffect, useEffectEvent } from 'react'
import { readEvents } from './event-stream.ts'
import { joinStream } from './shared-stream.ts'

const handlers = new Set<(event: LiveEvent) => void>()

/** Calls `handler` for every event of the signed-in person; each names what changed, and is told once per tab. */
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

/** Listens for this person, until another signs in or nobody is; used once, above all pages. */
export function useLiveStream(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return
    const tell = (event: LiveEvent) => {
      for (const handle of handlers) handle(event)
    }
    return joinStream(userId, tell, readEvents)
  }, [userId])
}
