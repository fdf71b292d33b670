// Nothing is drawn while the session is read from storage, which takes a moment.
/** The route table's guards; every other page is open and leaves the wall to the server. */
import type { Side } from '@semblance/contract'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useAuth } from '@/lib/session.tsx'
import { localPath } from '@/lib/sign-in-first.tsx'
import { paths } from '@/paths.ts'

export function RequireSession({ role }: { role?: Side }) {
  const { status, roles } = useAuth()
  if (status === 'loading') return null
  if (status === 'signed-out') return <Navigate to={paths.auth} replace />
  const passes =
    !role || roles.some((held) => held === role || held === 'admin' || held === 'super_admin')
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
