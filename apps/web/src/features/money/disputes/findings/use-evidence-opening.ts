import { useMutation } from '@tanstack/react-query'
import type { api } from '@/lib/api/api.ts'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

export type OpenedEvidence = Awaited<ReturnType<typeof api.findings.staff.open>>

/** Opens findings and delivery of a dispute for staff; each call is recorded. */
export function useEvidenceOpening(disputeId: string) {
  const { mutate, isPending, data } = useMutation(
    orpc.findings.staff.open.mutationOptions({
      onError: (error) => notifyProblem('Not opened', error),
    }),
  )
  return { opened: data ?? null, isOpening: isPending, open: () => mutate({ disputeId }) }
}
