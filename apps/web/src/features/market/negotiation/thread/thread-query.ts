/** The thread of a conversation in the query cache, and how news get into it. */
import type { Message, Side } from '@semblance/contract'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useParticipant } from '../use-participant.ts'
import { addSent, mergeNewest, type ThreadPages } from './merge-newest.ts'

const pageSize = 30

const threadOptions = (conversationId: string, side?: Side) =>
  orpc.negotiation.messages.infiniteOptions({
    input: (cursor: string | undefined) => ({
      conversationId,
      side,
      cursor,
      limit: pageSize,
    }),
    ...byCursor,
    // News are merged in below; reading every loaded page again would grow with the thread.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useThread = (conversationId: string) =>
  useInfiniteQuery(threadOptions(conversationId, useParticipant()))

/** Threads whose newest page is being read; true: once more afterwards. */
const reading = new Map<string, boolean>()

/** Reads the newest page and lays it over what a member has on screen; one answer after the other. */
export async function refreshThread(queries: QueryClient, conversationId: string): Promise<void> {
  if (reading.has(conversationId)) return void reading.set(conversationId, true)
  try {
    do {
      reading.set(conversationId, false)
      if (!isOnScreen(queries, conversationId)) return
      const newest = await api.negotiation.messages({ conversationId, limit: pageSize })
      await edit(queries, conversationId, (known) => mergeNewest(known, newest))
    } while (reading.get(conversationId))
  } finally {
    reading.delete(conversationId)
  }
}

export const showSent = (queries: QueryClient, conversationId: string, message: Message) =>
  edit(queries, conversationId, (known) => addSent(known, message))

function isOnScreen(queries: QueryClient, conversationId: string): boolean {
  const { queryKey } = threadOptions(conversationId)
  return queries.getQueryCache().find({ queryKey, exact: true })?.isActive() ?? false
}

async function edit(
  queries: QueryClient,
  conversationId: string,
  change: (known: ThreadPages) => ThreadPages,
): Promise<void> {
  const { queryKey } = threadOptions(conversationId)
  // Waits for a running fetch: its result is based on the pages before the edit and would replace
  // it.
  await queries
    .getQueryCache()
    .find({ queryKey, exact: true })
    ?.promise?.catch(() => {})
  queries.setQueryData(queryKey, (known) => known && change(known))
}
