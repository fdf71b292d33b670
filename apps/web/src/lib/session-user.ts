import type { Role } from '@semblance/contract'
import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { checkSession } from './check-session.ts'
import { claimKeptForms } from './kept-form.ts'
import { queryClient } from './query-client.ts'
import { isSecondFactorDue } from './second-factor.ts'
import type { Profile } from './session-context.ts'

export type Account = { userId: string; profile: Profile | null; roles: Role[] }

/** A row that is not there yet is no fault (PGRST116); anything else is worth a look in the console. */
async function report(supabase: SupabaseClient, error: { code?: string } | null) {
  if (!error || error.code === 'PGRST116') return
  if (error.code === 'PGRST301') await checkSession(supabase)
  else console.error(error)
}

async function loadAccount(supabase: SupabaseClient, userId: string): Promise<Account> {
  const [profile, roles] = await Promise.all([
    supabase.from('profiles').select('*').eq('user_id', userId).single<Profile>(),
    supabase.from('user_roles').select('*').eq('user_id', userId).returns<{ role: Role }[]>(),
  ])
  // An ended session is signed out before anybody is taken for a member without roles.
  await report(supabase, profile.error)
  await report(supabase, roles.error)
  return { userId, profile: profile.data, roles: roles.data?.map((row) => row.role) ?? [] }
}

/** What one user, or a visitor, has seen is never shown to the next. */
function forgetAnswers() {
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.getMutationCache().clear()
  void queryClient.resetQueries()
}

/** The session (undefined until it is known), followed through every tab, and the rows that belong to it once it is whole. */
export function useSessionUser(supabase: SupabaseClient) {
  const [isLost, setIsLost] = useState(false)
  const endsHere = useRef(false)
  const [session, setSession] = useState<Session | null>()
  const [account, setAccount] = useState<Account | null>(null)

  useEffect(() => {
    let known: string | null | undefined
    const { data } = supabase.auth.onAuthStateChange((_event, next) => {
      const userId = next && !isSecondFactorDue(next) ? next.user.id : null
      if (userId) claimKeptForms(userId)
      if (known !== undefined && known !== userId) forgetAnswers()
      if (known !== userId) setIsLost(Boolean(known) && !userId && !endsHere.current)
      known = userId
      setSession(next)
    })
    return () => data.subscription.unsubscribe()
  }, [supabase])

  const isDue = Boolean(session && isSecondFactorDue(session))
  const userId = isDue ? undefined : session?.user.id
  const reload = useCallback(async () => {
    setAccount(userId ? await loadAccount(supabase, userId) : null)
  }, [supabase, userId])

  // A new token may come with new roles.
  const token = session?.access_token
  useEffect(() => {
    if (!token || !userId) return setAccount(null)
    let left = false
    void loadAccount(supabase, userId).then((loaded) => {
      if (!left) setAccount(loaded)
    })
    return () => {
      left = true
    }
  }, [supabase, token, userId])

  return {
    session,
    isSecondFactorDue: isDue,
    account: account?.userId === userId ? account : null,
    reload,
    isLost,
    /** Says whether this tab is about to end the session itself. */
    setEndsHere: useCallback((endsNow: boolean) => {
      endsHere.current = endsNow
    }, []),
  }
}
