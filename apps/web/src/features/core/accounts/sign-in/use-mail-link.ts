import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '@/components/ui/toast.tsx'
import {
  clearRedirectSession,
  peekRedirectSession,
  type RedirectSession,
  withoutError,
} from '@/lib/session/redirect-session.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

/** Finishes the way that began with a link in an e-mail or on a provider's page. */
export function useMailLink() {
  const { status, isSecondFactorDue } = useAuth()
  const navigate = useNavigate()

  useEffect(() => {
    const arrival = peekRedirectSession()
    if (!arrival || status === 'loading') return
    clearRedirectSession()
    const go = (path: string) => void navigate(path, { replace: true })
    if (arrival.kind === 'error' || arrival.kind === 'message') {
      if (arrival.kind === 'message') notify.info('One more step', arrival.text)
      else notify.error(errorTitle(arrival, status), arrival.text)
      go(withoutError(location))
    } else if (isSecondFactorDue) {
      go(arrival.kind === 'recovery' ? paths.resetPassword : paths.auth)
    } else if (status === 'signed-out') {
      notify.error('This link did not work', 'Ask for a new one, or sign in with your password.')
    } else {
      if (arrival.kind === 'confirmed') notify.success('Email confirmed')
      if (arrival.kind === 'email-changed')
        notify.success('E-mail changed', 'Sign in with the new address from now on.')
      go(destinations[arrival.kind])
    }
  }, [status, isSecondFactorDue, navigate])
}

const destinations = {
  confirmed: paths.dashboardSelection,
  'email-changed': paths.userSettings,
  recovery: paths.resetPassword,
  // Invited people have no password yet.
  invited: paths.resetPassword,
}

function errorTitle({ from }: Extract<RedirectSession, { kind: 'error' }>, status: string) {
  if (from === 'mail') return 'This link did not work'
  return status === 'signed-in' ? 'Account not linked' : 'Sign In Error'
}
