/** The rows that belong to a session: the caller's profile and roles. */
import type { Role } from '@semblance/contract'
import type { SupabaseClient } from '@supabase/supabase-js'
import { isOffline, waitUntilOnline } from '../api/api-fetch.ts'
import { checkSession } from './check-session.ts'

/** Describes the caller's row of `profiles`. */
export type Profile = {
  user_id: string
  email: string
  first_name: string
  last_name: string
  company_name: string
  job_title: string | null
  phone: string | null
  /** Null for who signed up without an organization's ID and was not invited. */
  organization: string | null
  membership: 'pending' | 'active' | 'deactivated' | 'rejected'
  created_at: string
}

export type Account = { userId: string; profile: Profile | null; roles: Role[] }

let latest: { token: string; account: Promise<Account> } | null = null

/** Read once for every token: a new one may come with new roles. */
export function accountOf(
  supabase: SupabaseClient,
  { token, userId }: { token: string; userId: string },
): Promise<Account> {
  if (latest?.token !== token) latest = { token, account: loadAccount(supabase, userId) }
  return latest.account
}

/** Limits the reads that the server, being away, does not answer; each waits until it is back. */
const MAX_READS = 5

/** Waits while the server is away: without an answer a member would be taken for one without roles. */
export async function loadAccount(
  supabase: SupabaseClient,
  userId: string,
  reads = MAX_READS,
): Promise<Account> {
  const [profile, roles] = await Promise.all([
    supabase.from('profiles').select('*').eq('user_id', userId).single<Profile>(),
    supabase.from('user_roles').select('*').eq('user_id', userId).returns<{ role: Role }[]>(),
  ])
  if (reads > 1 && [profile, roles].some(isUnanswered)) {
    await waitUntilOnline()
    return await loadAccount(supabase, userId, reads - 1)
  }
  // Signs out an ended session, so that its user is not taken for a member without roles.
  await report(supabase, profile.error)
  await report(supabase, roles.error)
  return { userId, profile: profile.data, roles: roles.data?.map((row) => row.role) ?? [] }
}

/** The client gives no status to a call that did not reach the server. */
const isUnanswered = ({ status }: { status: number }) => status === 0 || isOffline(status)

/** A row that is not there yet is no fault (PGRST116); anything else is worth a look in the console. */
async function report(supabase: SupabaseClient, error: { code?: string } | null) {
  if (!error || error.code === 'PGRST116') return
  if (error.code === 'PGRST301') await checkSession(supabase)
  else console.error(error)
}
