import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuth } from '@/lib/session/session.tsx'
import { createSessionClient } from '@/lib/session/session-client.ts'

/** The caller's account as the server holds it now: factors, identities, an address not yet confirmed. */
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
