import type { SingleSignOn } from '@semblance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'

export const singleSignOnQuery = orpc.singleSignOn.get.queryOptions()

/** Says what was saved, and whether single sign-on is no longer required by that. */
export function notifySaved(before: SingleSignOn, after: SingleSignOn, what: string): void {
  const isReleased = before.connection?.isRequired && !after.connection?.isRequired
  notify.success(
    'Provider saved',
    isReleased
      ? `${what} Single sign-on is no longer required: sign in once, then require it again.`
      : what,
  )
}

/** Returns a function that shows the settings a change has answered. */
export function useShowSettings(): (settings: SingleSignOn) => void {
  const queries = useQueryClient()
  return (settings) => queries.setQueryData(singleSignOnQuery.queryKey, settings)
}
