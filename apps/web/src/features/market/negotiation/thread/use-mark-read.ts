import type { Conversation, Message } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { orpc } from '@/lib/api/api.ts'
import { useAuth } from '@/lib/session/session.tsx'

function subscribe(onChange: () => void) {
  const events = ['focus', 'blur', 'visibilitychange'] as const
  for (const event of events) addEventListener(event, onChange, true)
  return () => {
    for (const event of events) removeEventListener(event, onChange, true)
  }
}

const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus()

/** Marks the thread read while its end is on screen and the window is visible and focused. */
export function useMarkRead(
  { id: conversationId, unreadCount }: Conversation,
  newest: Message | undefined,
  isAtEnd: boolean,
): void {
  const queries = useQueryClient()
  const { status } = useAuth()
  const isSeen = useSyncExternalStore(subscribe, isLookedAt) && isAtEnd
  const marked = useRef<string>(undefined)
  const { mutate } = useMutation(
    orpc.negotiation.markRead.mutationOptions({
      onSuccess: () => {
        const { get, list, unreadCount: badge } = orpc.negotiation
        for (const queryKey of [get.key({ input: { conversationId } }), list.key(), badge.key()])
          void queries.invalidateQueries({ queryKey })
      },
      // Tried again with the next look.
      onError: () => {
        marked.current = undefined
      },
    }),
  )

  const newestId = newest?.id
  const isDue = status === 'signed-in' && isSeen && unreadCount > 0
  useEffect(() => {
    if (!isDue || !newestId || marked.current === newestId) return
    marked.current = newestId
    mutate({ conversationId, messageId: newestId })
  }, [isDue, newestId, conversationId, mutate])
}
