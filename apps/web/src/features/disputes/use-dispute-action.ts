import { useQueryClient } from '@tanstack/react-query'
import { notify } from '@/components/ui/toast.tsx'
import { toProblem } from '@/lib/api-errors.ts'

/** What each action on a dispute does after its answer: a refusal may mean that the other side was faster. */
export function useDisputeAction(failure: string) {
  const queries = useQueryClient()
  return {
    onError: (error: unknown) => notify.error(failure, toProblem(error).message),
    // Money, contract and lists move with it.
    onSettled: () => queries.invalidateQueries(),
  }
}
