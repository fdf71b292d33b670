import type { SupabaseClient } from '@supabase/supabase-js'

let isChecking = false

/** Asking for the user lets supabase-js find out that this session was ended elsewhere, and sign out here. */
export function checkSession(supabase: SupabaseClient): void {
  if (isChecking) return
  isChecking = true
  void supabase.auth.getUser().finally(() => {
    isChecking = false
  })
}
