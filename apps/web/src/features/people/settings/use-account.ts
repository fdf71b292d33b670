import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuth } from '@/lib/session/session.tsx'
import { createSessionClient } from '@/lib/session/session-client.ts'

/**
 * Holds the query of the caller's account on the server: factors, identities, an unconfirmed
 * address.
 */
export const accountQuery = {
  queryKey: ['account'],
  queryFn: async () => {
    const { supabase } = await createSessionClient()
    const { data, error } = await supabase.auth.getUser()
    if (error) throw error
    return data.user
  },
}

export function useAccount() {
  const queries = useQueryClient()
  const { user } = useAuth()
  const query = useQuery({ ...accountQuery, enabled: user !== null })
  return { query, reload: () => queries.invalidateQueries({ queryKey: accountQuery.queryKey }) }
}
