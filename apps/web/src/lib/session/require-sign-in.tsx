import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '@/paths.ts'
import { useAuth } from './session-context.ts'

export { usePersistedForm } from '../forms/persisted-form.ts'

/** Returns the address of the sign-in page that returns to `here`. */
export const signInAndReturn = (here: string) => `${paths.auth}?next=${encodeURIComponent(here)}`

/**
 * Returns `next` if it is an address of this site (one slash, then neither a slash nor a
 * backslash), else null.
 */
export function localPath(next: string | null): string | null {
  return next && /^\/(?![/\\])/.test(next) ? next : null
}

/** `signInFirst(() => accept.mutate(...))` acts for a member and leads a visitor to the sign-in page instead. */
export function useRequireSignIn(): (action: () => void) => void {
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    (action) => {
      if (status !== 'signed-out') return action()
      void navigate(signInAndReturn(pathname + search))
    },
    [status, pathname, search, navigate],
  )
}
