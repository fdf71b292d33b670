import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '@/lib/api.ts'

/** The other party is told at most this often … */
const tellEveryMs = 3000
/** … and shows it for this long after it last heard. */
const shownMs = 5000

/** Call it while somebody writes. */
export function useTellTyping(conversationId: string): () => void {
  const toldAt = useRef(0)
  return useCallback(() => {
    if (Date.now() - toldAt.current < tellEveryMs) return
    toldAt.current = Date.now()
    // Nobody misses it when it is lost.
    api.negotiation.typing({ conversationId }).catch(() => {})
  }, [conversationId])
}

export type Typists = {
  nameIn: (conversationId: string) => string | null
  hear: (conversationId: string, name: string) => void
  /** Their message is here. */
  forget: (conversationId: string) => void
}

/** Who is writing in which conversation. */
export function useTypists(): Typists {
  const [names, setNames] = useState<Record<string, string>>({})
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
    }
  }, [])

  const forget = useCallback((conversationId: string) => {
    clearTimeout(timers.current.get(conversationId))
    setNames(({ [conversationId]: gone, ...others }) => others)
  }, [])
  const hear = useCallback(
    (conversationId: string, name: string) => {
      clearTimeout(timers.current.get(conversationId))
      timers.current.set(
        conversationId,
        setTimeout(() => forget(conversationId), shownMs),
      )
      setNames((known) => ({ ...known, [conversationId]: name }))
    },
    [forget],
  )
  return { nameIn: (conversationId) => names[conversationId] ?? null, hear, forget }
}
