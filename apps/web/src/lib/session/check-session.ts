import type { SupabaseClient } from '@supabase/supabase-js'

let checking: Promise<void> | null = null

/**
 * Fetches the user, so that supabase-js detects that this session was ended in another place, and
 * signs out here.
 */
export function checkSession(supabase: SupabaseClient): Promise<void> {
  checking ??= supabase.auth.getUser().then(
    () => {
      checking = null
    },
    () => {
      checking = null
    },
  )
  return checking
}
