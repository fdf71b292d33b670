import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '@/components/ui/toast.tsx'
import { useAuth } from '@/lib/session.tsx'
import { forgetArrival, peekArrival } from '@/lib/session-arrival.ts'
import { paths } from '@/paths.ts'

/** Finishes the way that began with a link in an e-mail. */
export function useMailLink() {
  const { status } = useAuth()
  const navigate = useNavigate()

  useEffect(() => {
    const arrival = peekArrival()
    if (!arrival || status === 'loading') return
    forgetArrival()
    const { pathname, search } = location
    if (arrival.kind === 'error' || arrival.kind === 'message') {
      if (arrival.kind === 'error') notify.error('This link did not work', arrival.text)
      else notify.info('One more step', arrival.text)
      void navigate(pathname + search, { replace: true })
    } else if (status === 'signed-out') {
      notify.error('This link did not work', 'Ask for a new one, or sign in with your password.')
    } else if (arrival.kind === 'recovery') {
      void navigate(paths.resetPassword, { replace: true })
    } else {
      notify.success('Email confirmed')
      void navigate(paths.dashboardSelection, { replace: true })
    }
  }, [status, navigate])
}
