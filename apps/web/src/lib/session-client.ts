/** The browser's connection to accounts and account tables: supabase-js, unchanged, on what /config.json names. */
import { createClient, isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'
import { setAccessTokenSource, setSessionEndedHandler } from './api.ts'
import { checkSession } from './check-session.ts'
import { type Config, loadConfig } from './config.ts'
import { reach } from './connection.ts'
import { isSecondFactorDue } from './second-factor.ts'

export type Backend = { supabase: SupabaseClient; config: Config }

export async function connectBackend(): Promise<Backend> {
  const config = await loadConfig()
  const supabase = createClient(config.supabaseUrl, config.supabaseKey, {
    global: { fetch: reach },
  })
  setAccessTokenSource(async () => {
    const { data, error } = await supabase.auth.getSession()
    // A member whose token could not be renewed just now is no visitor.
    if (error && isAuthRetryableFetchError(error)) throw error
    const { session } = data
    return session && !isSecondFactorDue(session) ? session.access_token : null
  })
  setSessionEndedHandler(() => checkSession(supabase))
  return { supabase, config }
}
