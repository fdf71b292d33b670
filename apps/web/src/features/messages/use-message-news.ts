/** What concerns threads among the news; the shell reads lists, terms and counts anew. */
import { useQueryClient } from '@tanstack/react-query'
import { useLiveEvents } from '@/lib/live.ts'
import { patchPresence } from './patch-presence.ts'
import { refreshThread } from './thread-query.ts'
import type { Typists } from './use-typing.ts'

export function useMessageNews({ hear, forget }: Pick<Typists, 'hear' | 'forget'>): void {
  const queries = useQueryClient()
  // A lost connection is told by the queries on screen.
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
