import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'
import { refreshThread } from './thread/thread-query.ts'

/** Reloads the thread, the lists and the counts after the user's own message. */
export function refreshMessages(queries: QueryClient, conversationId: string): void {
  // The queries on screen report a lost connection.
  refreshThread(queries, conversationId).catch(() => {})
  const { negotiation } = orpc
  const input = { conversationId }
  for (const queryKey of [
    negotiation.list.key(),
    negotiation.contacts.key(),
    negotiation.unreadCount.key(),
    negotiation.get.key({ input }),
  ])
    void queries.invalidateQueries({ queryKey })
}

/**
 * Reloads the terms on all pages after a proposal was made or decided. Resolves once the dialog has
 * them.
 */
export async function refreshTerms(queries: QueryClient, conversationId: string): Promise<void> {
  const { negotiation } = orpc
  const input = { conversationId }
  refreshMessages(queries, conversationId)
  for (const queryKey of [orpc.offers.key(), orpc.contracts.key()])
    void queries.invalidateQueries({ queryKey })
  const shown = [
    negotiation.messages.key({ input }),
    negotiation.terms.key({ input }),
    negotiation.termHistory.key({ input }),
  ]
  await Promise.all(shown.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
