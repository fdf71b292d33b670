import type { Role } from '@semblance/contract'
import { useEffect, useRef } from 'react'
import { useAuth, useSupabase } from '@/lib/session/session.tsx'

/**
 * Requests a new token if the server's roles differ from those in the token, which the guards read.
 */
export function useFreshRoles(current: readonly Role[] | undefined): void {
  const supabase = useSupabase()
  const { roles, status } = useAuth()
  const asked = useRef('')
  const known = [...roles].sort().join()
  const now = current && [...current].sort().join()
  useEffect(() => {
    if (status !== 'signed-in' || now === undefined || now === known || asked.current === now)
      return
    asked.current = now
    void supabase.auth.refreshSession()
  }, [supabase, status, known, now])
}
