import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '@/lib/api/api.ts'

/** Limits notifications of the other party to one per interval, in ms. */
const tellEveryMs = 3000
/** Sets the ms for which the sign is shown after the last notification. */
const shownMs = 5000

/** Returns a function to call while the user writes. */
export function useSendTyping(conversationId: string): () => void {
  const toldAt = useRef(0)
  return useCallback(() => {
    if (Date.now() - toldAt.current < tellEveryMs) return
    toldAt.current = Date.now()
    // A lost notification is harmless.
    api.negotiation.typing({ conversationId }).catch(() => {})
  }, [conversationId])
}

export type TypingUsers = {
  nameIn: (conversationId: string) => string | null
  hear: (conversationId: string, name: string) => void
  /** Their message is here. */
  forget: (conversationId: string) => void
}

/** Tracks the users who are writing, by conversation. */
export function useTypists(): TypingUsers {
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
