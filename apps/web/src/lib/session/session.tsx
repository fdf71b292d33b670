/**
 * Provides the signed-in user, and the four functions that change the session or the profile; each
 * shows its own toast.
 */
import { type ReactNode, useMemo } from 'react'
import { notify } from '@/components/ui/toast.tsx'
import { clearPersistedForms } from '../forms/persisted-form.ts'
import { captchaToken } from './captcha.ts'
import type { Backend } from './session-client.ts'
import { type AccountError, type Auth, AuthContext, BackendContext } from './session-context.ts'
import { useSessionUser } from './session-user.ts'

export { useAuth, useBackend, useConfig, useSupabase } from './session-context.ts'

let shownRefusal: string | number | undefined

/** A new answer takes the place of an earlier refusal, which would stay until it is closed. */
function refused(title: string, error: AccountError): AccountError {
  if (shownRefusal !== undefined) notify.dismiss(shownRefusal)
  shownRefusal = error ? notify.error(title, error.message) : undefined
  return error
}

function accountActions({
  supabase,
  config,
}: Backend): Pick<Auth, 'signUp' | 'signIn' | 'signOut'> {
  return {
    async signUp({ email, password, ...names }) {
      const { data, error } = await supabase.auth.signUp({
        email,
        password,
        options: {
          emailRedirectTo: `${location.origin}/`,
          data: names,
          captchaToken: await captchaToken(config),
        },
      })
      // Without mailed confirmation there is a session at once, and no link.
      if (!error && !data.session)
        notify.success('Success', 'Check your email for confirmation link')
      return refused('Sign Up Error', error)
    },
    async signIn(email, password) {
      const { error } = await supabase.auth.signInWithPassword({
        email,
        password,
        options: { captchaToken: await captchaToken(config) },
      })
      return refused('Sign In Error', error)
    },
    // This browser and all of its tabs; other devices stay signed in.
    async signOut() {
      const { error } = await supabase.auth.signOut({ scope: 'local' })
      if (!error) clearPersistedForms()
      return refused('Sign Out Error', error)
    },
  }
}

type AuthProviderProps = { backend: Backend; children: ReactNode }

export function AuthProvider({ backend, children }: AuthProviderProps) {
  const { supabase } = backend
  const { session, isSecondFactorDue, account, reload, isLost, setEndsHere } =
    useSessionUser(backend)

  const auth = useMemo<Auth>(() => {
    const user = isSecondFactorDue ? undefined : session?.user
    const roles = account?.roles ?? []
    const actions = accountActions(backend)
    return {
      // Without its roles a guard would turn a member away.
      status:
        session === null || isSecondFactorDue ? 'signed-out' : account ? 'signed-in' : 'loading',
      isSecondFactorDue,
      user: user ? { id: user.id, email: user.email ?? '', createdAt: user.created_at } : null,
      profile: account?.profile ?? null,
      roles,
      isStaff: roles.includes('super_admin'),
      hasLostSession: isLost,
      ...actions,
      async signOut() {
        setEndsHere(true)
        const error = await actions.signOut()
        setEndsHere(false)
        return error
      },
      async updateProfile(changes) {
        if (!user) return refused('Update Error', { message: 'No user logged in' })
        const { error } = await supabase.from('profiles').update(changes).eq('user_id', user.id)
        if (error) return refused('Update Error', error)
        await reload()
        notify.success('Profile Updated', 'Profile updated successfully')
        return null
      },
    }
  }, [backend, supabase, session, isSecondFactorDue, account, reload, isLost, setEndsHere])

  return (
    <BackendContext value={backend}>
      <AuthContext value={auth}>{children}</AuthContext>
    </BackendContext>
  )
}
