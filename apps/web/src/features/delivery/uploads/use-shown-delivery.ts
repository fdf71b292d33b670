import type { Delivery } from '@semblance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'

/** Shows what an answer says of a contract's delivery, without asking again. */
export function useShownDelivery(contractId: string) {
  const queryClient = useQueryClient()
  return (next: Delivery) => {
    queryClient.setQueryData(orpc.deliveries.latest.queryKey({ input: { contractId } }), next)
  }
}
