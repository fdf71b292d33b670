import { useQueryClient } from '@tanstack/react-query'
import { notify } from '@/components/ui/toast.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'

/**
 * Returns the handlers shared by all actions on a dispute. Refetches after an error too: the other
 * side may have acted first.
 */
export function useDisputeAction(failure: string) {
  const queries = useQueryClient()
  return {
    onError: (error: unknown) => notify.error(failure, toProblem(error).message),
    // Money, contract and lists move with it.
    onSettled: () => queries.invalidateQueries(),
  }
}
