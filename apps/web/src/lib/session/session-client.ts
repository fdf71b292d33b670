/** The browser's connection to accounts and account tables: supabase-js, unchanged, on what /config.json names. */
import {
  createClient,
  isAuthRetryableFetchError,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { orpc, setAccessTokenSource, setSessionEndedHandler } from '../api/api.ts'
import { apiFetch } from '../api/api-fetch.ts'
import { type Config, loadConfig } from '../api/config.ts'
import { queryClient } from '../api/query-client.ts'
import { type Account, accountOf } from './account.ts'
import { checkSession } from './check-session.ts'
import { askForProofs } from './proof.ts'
import { isSecondFactorDue } from './second-factor.ts'

export type Backend = { supabase: SupabaseClient; config: Config; arrived: Arrived }

/**
 * Describes the session and the account at the start of the application; without a session, and
 * with a null account, if they were not known in time.
 */
type Arrived = { session?: Session | null; account: Account | null }

/** Limits the ms for which the window stays empty; data that arrives later is added to the page. */
const ARRIVE_MS = 2000

let opened: Promise<Omit<Backend, 'arrived'>> | undefined

/** Creates the one client of this tab. */
export function createSessionClient(): Promise<Omit<Backend, 'arrived'>> {
  opened ??= loadConfig().then((config) => {
    const options = { global: { fetch: apiFetch } }
    const supabase = createClient(config.supabaseUrl, config.supabaseKey, options)
    askForProofs(supabase)
    return { config, supabase }
  })
  return opened
}

export async function connectBackend(): Promise<Backend> {
  const { supabase, config } = await createSessionClient()
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

/**
 * Fetches session and account before the first page is drawn, so that it is drawn once and for the
 * right user.
 */
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
