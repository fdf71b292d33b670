import { useQueryClient } from '@tanstack/react-query'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { useAccount } from './use-account.ts'

/**
 * Returns a function to call after a new factor was verified, which also ends sessions opened
 * without one.
 */
export function useFactorAdded() {
  const { reload } = useAccount()
  const queries = useQueryClient()
  return async () => {
    notify.success('Two-step sign-in is on', 'From now on a sign-in asks for a code as well.')
    await Promise.all([
      reload(),
      queries.invalidateQueries({ queryKey: orpc.settings.listSessions.key() }),
    ])
  }
}
