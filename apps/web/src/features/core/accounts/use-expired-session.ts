import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

/** Lists the pages that are the same without a session. */
const openToAll = new Set<string>([
  paths.home,
  paths.registerBusiness,
  paths.businessUnderReview,
  paths.auth,
  paths.signIn,
  paths.signUp,
  paths.organizationSignUp,
  paths.forgotPassword,
  paths.resetPassword,
  paths.unauthorized,
])

/**
 * Marks the navigation to the sign-in page after a lost session, so that the page can explain it.
 */
export type LostSession = { hasLostSession: true } | null

/**
 * Asks a user who lost the session to sign in again and returns there, instead of showing the
 * visitors' sample marketplace.
 */
export function useLostSession(): void {
  const { hasLostSession } = useAuth()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const leadToSignIn = useEffectEvent(() => {
    if (openToAll.has(pathname)) return
    const state: LostSession = { hasLostSession: true }
    void navigate(signInAndReturn(pathname + search), { replace: true, state })
  })
  useEffect(() => {
    if (hasLostSession) leadToSignIn()
  }, [hasLostSession])
}
