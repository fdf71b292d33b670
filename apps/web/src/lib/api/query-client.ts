import { ORPCError } from '@orpc/client'
import { type ErrorCode, errors, retryAfterSecondsOf } from '@semblance/contract'
import { QueryClient } from '@tanstack/react-query'

/** Returns the seconds after which a refused call may succeed; null if the refusal is final. */
const pauseOf = (error: unknown): number | null =>
  error instanceof ORPCError && error.code in errors
    ? retryAfterSecondsOf(error.code as ErrorCode)
    : null

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
        count < 2 && (!(error instanceof ORPCError) || pauseOf(error) !== null),
      retryDelay: (count, error) => (pauseOf(error) ?? 2 ** count) * 1000,
    },
    // Without a connection what a person asks for fails at once and says so, instead of happening later.
    mutations: { networkMode: 'always' },
  },
})
