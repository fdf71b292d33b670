import type { SupabaseClient } from '@supabase/supabase-js'

let checking: Promise<void> | null = null

/** Asking for the user lets supabase-js find out that this session was ended elsewhere, and sign out here. */
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
