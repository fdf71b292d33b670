// Nothing is drawn while the session is read from storage, which takes a moment.
/** The route table's guards; every other page is open and leaves the wall to the server. */
import type { Side } from '@semblance/contract'
import { Navigate, Outlet, useLocation } from 'react-router'
import { localPath } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

export function RequireSession({ side }: { side?: Side }) {
  const { status, roles } = useAuth()
  if (status === 'loading') return null
  if (status === 'signed-out') return <Navigate to={paths.auth} replace />
  const passes =
    !side || roles.some((held) => held === side || held === 'admin' || held === 'super_admin')
  return passes ? <Outlet /> : <Navigate to={paths.unauthorized} replace />
}

export function SignedOutOnly() {
  const { status } = useAuth()
  const { search } = useLocation()
  if (status === 'loading') return null
  if (status === 'signed-out') return <Outlet />
  const next = localPath(new URLSearchParams(search).get('next'))
  return <Navigate to={next ?? paths.dashboardSelection} replace />
}
