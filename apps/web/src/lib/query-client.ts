import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'

/** Answers of the server are final; only a lost connection is worth another try. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && !(error instanceof ORPCError),
    },
  },
})
