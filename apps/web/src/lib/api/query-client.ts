import { ORPCError } from '@orpc/client'
import { type ErrorCode, errors } from '@semblance/contract'
import { QueryClient } from '@tanstack/react-query'

/** Returns the seconds after which an answer names a new try worth it; null if it is final. */
function retryAfterSeconds(error: unknown): number | null {
  if (!(error instanceof ORPCError) || !(error.code in errors)) return null
  const known: { retryAfterSeconds?: number } = errors[error.code as ErrorCode]
  return known.retryAfterSeconds ?? null
}

/**
 * Holds the client of queries: a lost connection and passing faults of the server are retried;
 * other answers are final.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A page hands its query on to QueryState, maybe behind something else that still loads.
      notifyOnChangeProps: 'all',
      retry: (count, error) =>
        count < 2 && (!(error instanceof ORPCError) || retryAfterSeconds(error) !== null),
      retryDelay: (count, error) => (retryAfterSeconds(error) ?? 2 ** count) * 1000,
    },
    // Without a connection what a person asks for fails at once and says so, instead of happening later.
    mutations: { networkMode: 'always' },
  },
})
