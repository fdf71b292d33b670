import type { Delivery } from '@semblance/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Desk } from './desk.ts'

/** Shows what an answer says of a desk's delivery, without asking again. */
export function useShownDelivery(desk: Desk) {
  const queryClient = useQueryClient()
  return (next: Delivery) => desk.show(queryClient, next)
}
