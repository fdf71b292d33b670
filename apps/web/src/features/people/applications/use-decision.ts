import { useQueryClient } from '@tanstack/react-query'
import type { QueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'

/** Returns what follows a decision that failed, and any: the queue and the badges are read again. */
export function useDecision(failure: string, steps: QueueSteps) {
  const queries = useQueryClient()
  return {
    onError: (error: unknown) => {
      const problem = toProblem(error)
      showProblem(failure, problem)
      // A colleague has decided first; after any other error a second try makes sense.
      if (problem.code === 'application_decided') steps.leave()
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orpc.applications.key() }),
        queries.invalidateQueries({ queryKey: orpc.admin.overview.key() }),
      ]),
  }
}
