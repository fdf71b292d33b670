/** Handles the live events that concern threads; the shell refetches lists, terms and counts. */
import { useQueryClient } from '@tanstack/react-query'
import { useLiveEvents } from '@/lib/live/live.ts'
import { patchPresence } from './patch-presence.ts'
import { refreshThread } from './thread/thread-query.ts'
import type { TypingUsers } from './thread/use-typing.ts'

export function useMessageNews({ hear, forget }: Pick<TypingUsers, 'hear' | 'forget'>): void {
  const queries = useQueryClient()
  // The queries on screen report a lost connection.
  const refresh = (conversationId: string) =>
    void refreshThread(queries, conversationId).catch(() => {})
  useLiveEvents((event) => {
    switch (event.topic) {
      case 'message.sent':
        forget(event.conversationId)
        return refresh(event.conversationId)
      case 'message.read':
        return refresh(event.conversationId)
      case 'typing':
        return hear(event.conversationId, event.name)
      case 'presence.changed':
        return patchPresence(queries, event)
    }
  })
}
