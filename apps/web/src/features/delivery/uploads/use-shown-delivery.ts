import type { Delivery } from '@semblance/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Desk } from './desk.ts'

/** Shows what an answer says of a desk's delivery, without asking again: what is still under way is older. */
export function useShownDelivery(desk: Desk) {
  const queryClient = useQueryClient()
  return async (next: Delivery) => {
    await queryClient.cancelQueries({ queryKey: desk.latest })
    desk.show(queryClient, next)
  }
}
