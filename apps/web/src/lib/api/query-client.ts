import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

/**
 * Holds the client of queries: only a lost connection is retried, because answers of the server are
 * final.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A page hands its query on to QueryState, maybe behind something else that still loads.
      notifyOnChangeProps: 'all',
      retry: (count, error) => count < 2 && !(error instanceof ORPCError),
    },
    // Without a connection what a person asks for fails at once and says so, instead of happening later.
    mutations: { networkMode: 'always' },
  },
})
