import { useQueryClient } from '@tanstack/react-query'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

/**
 * Returns the handlers shared by all actions on a dispute. Refetches after an error too: the other
 * side may have acted first.
 */
export function useDisputeAction(failure: string) {
  const queries = useQueryClient()
  return {
    onError: (error: unknown) => notifyProblem(failure, error),
    // Money, contract and lists move with it.
    onSettled: () => queries.invalidateQueries(),
  }
}
