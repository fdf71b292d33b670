import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuth, useSupabase } from '@/lib/session.tsx'

/** The caller's account as the server holds it now: factors, identities, an address not yet confirmed. */
export function useAccount() {
  const supabase = useSupabase()
  const queries = useQueryClient()
  const userId = useAuth().user?.id
  const queryKey = ['account', userId]
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const { data, error } = await supabase.auth.getUser()
      if (error) throw error
      return data.user
    },
    enabled: userId !== undefined,
  })
  return { query, reload: () => queries.invalidateQueries({ queryKey: ['account'] }) }
}
