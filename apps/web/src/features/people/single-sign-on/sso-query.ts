import type { SingleSignOn } from '@semblance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'

export const singleSignOnQuery = orpc.singleSignOn.get.queryOptions()

/** Returns a function that shows the settings a change has answered. */
export function useShowSettings(): (settings: SingleSignOn) => void {
  const queries = useQueryClient()
  return (settings) => queries.setQueryData(singleSignOnQuery.queryKey, settings)
}
