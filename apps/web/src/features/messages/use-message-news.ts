/** What concerns conversations among the news; the shell reads terms and counts anew itself. */
import { useQueryClient } from '@tanstack/react-query'
import { useLiveEvents } from '@/lib/live.ts'
import { patchPresence } from './patch-presence.ts'
import { refreshMessages } from './refresh-negotiation.ts'
import type { Typists } from './use-typing.ts'

export function useMessageNews({ hear, forget }: Pick<Typists, 'hear' | 'forget'>): void {
  const queries = useQueryClient()
  useLiveEvents((event) => {
    switch (event.topic) {
      case 'message.sent':
        forget(event.conversationId)
        return refreshMessages(queries, event.conversationId)
      case 'message.read':
        return refreshMessages(queries, event.conversationId)
      case 'typing':
        return hear(event.conversationId, event.name)
      case 'presence.changed':
        return patchPresence(queries, event)
    }
  })
}
