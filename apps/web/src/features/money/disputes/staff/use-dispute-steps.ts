import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useQueueKeys } from '@/components/blocks/queue/use-queue-keys.ts'
import { type QueueSteps, useQueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { paths } from '@/paths.ts'
import { staffDisputesQuery } from './staff-dispute-list.tsx'

const waiting = staffDisputesQuery(new URLSearchParams())

/** Returns the steps through the disputes that wait for a decision, and binds J and K to them. */
export function useDisputeSteps(disputeId: string): QueueSteps {
  const navigate = useNavigate()
  const query = useInfiniteQuery(waiting)
  const steps = useQueueSteps({
    ids: query.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? [],
    openedId: disputeId,
    isMore: query.hasNextPage,
    open: (id) => void navigate(id === null ? paths.adminDisputes : paths.adminDispute(id)),
  })
  useQueueKeys({ j: () => steps.next?.(), k: () => steps.previous?.() })
  return steps
}
