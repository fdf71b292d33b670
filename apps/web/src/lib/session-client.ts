/** The browser's connection to accounts and account tables: supabase-js, unchanged, on what /config.json names. */
import {
  createClient,
  isAuthRetryableFetchError,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { type Account, accountOf } from './account.ts'
import { orpc, setAccessTokenSource, setSessionEndedHandler } from './api.ts'
import { checkSession } from './check-session.ts'
import { type Config, loadConfig } from './config.ts'
import { reach } from './connection.ts'
import { queryClient } from './query-client.ts'
import { isSecondFactorDue } from './second-factor.ts'

export type Backend = { supabase: SupabaseClient; config: Config; arrived: Arrived }

/** Who opened the application; nothing where that was not known in time. */
type Arrived = { session?: Session | null; account: Account | null }

/** Longer than this nobody looks at an empty window; what is late comes into the page. */
const ARRIVE_MS = 2000

let opened: Promise<Omit<Backend, 'arrived'>> | undefined

/** The one client of this tab. */
export function openBackend(): Promise<Omit<Backend, 'arrived'>> {
  opened ??= loadConfig().then((config) => ({
    config,
    supabase: createClient(config.supabaseUrl, config.supabaseKey, { global: { fetch: reach } }),
  }))
  return opened
}

export async function connectBackend(): Promise<Backend> {
  const { supabase, config } = await openBackend()
  setAccessTokenSource(async () => {
    const { data, error } = await supabase.auth.getSession()
    // A member whose token could not be renewed just now is no visitor.
    if (error && isAuthRetryableFetchError(error)) throw error
    const { session } = data
    return session && !isSecondFactorDue(session) ? session.access_token : null
  })
  setSessionEndedHandler(() => checkSession(supabase))
  const late = new Promise<Arrived>((resolve) => {
    setTimeout(() => resolve({ account: null }), ARRIVE_MS)
  })
  return { supabase, config, arrived: await Promise.race([whoArrives(supabase), late]) }
}

/** Asked before the first page is drawn, so that it is drawn once and for the right person. */
async function whoArrives(supabase: SupabaseClient): Promise<Arrived> {
  const { data, error } = await supabase.auth.getSession()
  if (error) return { account: null }
  const { session } = data
  if (!session || isSecondFactorDue(session)) return { session, account: null }
  const { access_token: token, user } = session
  const [account] = await Promise.all([
    accountOf(supabase, { token, userId: user.id }),
    queryClient.prefetchQuery(orpc.organizations.viewer.queryOptions()),
  ])
  return { session, account }
}
