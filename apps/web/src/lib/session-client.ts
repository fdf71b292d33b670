/** The browser's connection to accounts and account tables: supabase-js, unchanged, on what /config.json names. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { setAccessTokenSource } from './api.ts'
import { type Config, loadConfig } from './config.ts'

export type Backend = { supabase: SupabaseClient; config: Config }

export async function connectBackend(): Promise<Backend> {
  const config = await loadConfig()
  const supabase = createClient(config.supabaseUrl, config.supabaseKey)
  setAccessTokenSource(async () => {
    const { data } = await supabase.auth.getSession()
    return data.session?.access_token ?? null
  })
  return { supabase, config }
}
