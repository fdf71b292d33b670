import type { Session } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { adoptPersistedForms } from '../forms/persisted-form.ts'
import { type Account, accountOf, loadAccount } from './account.ts'
import { isSecondFactorDue } from './second-factor.ts'
import type { Backend } from './session-client.ts'

/** Removes cached data, so that one user's, or a visitor's, is never shown to the next. */
function forgetAnswers() {
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.getMutationCache().clear()
  void queryClient.resetQueries()
}

const userIdOf = (session: Session) => (isSecondFactorDue(session) ? null : session.user.id)

/**
 * Returns the session (undefined until it is known), synchronized across tabs, and its rows once it
 * is complete.
 */
export function useSessionUser({ supabase, arrived }: Backend) {
  const [isLost, setIsLost] = useState(false)
  const endsHere = useRef(false)
  const [session, setSession] = useState(arrived.session)
  const [account, setAccount] = useState<Account | null>(arrived.account)

  useEffect(() => {
    let known = arrived.session && userIdOf(arrived.session)
    const { data } = supabase.auth.onAuthStateChange((_event, next) => {
      const userId = next && userIdOf(next)
      if (userId) adoptPersistedForms(userId)
      if (known !== undefined && known !== userId) forgetAnswers()
      if (known !== userId) setIsLost(Boolean(known) && !userId && !endsHere.current)
      known = userId
      setSession(next)
    })
    return () => data.subscription.unsubscribe()
  }, [supabase, arrived])

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
    void accountOf(supabase, { token, userId }).then((loaded) => {
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
