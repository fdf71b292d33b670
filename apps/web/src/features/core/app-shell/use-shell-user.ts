import type { Role } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ShellUser } from '@/components/layout/navigation/user-menu.tsx'
import { orpc } from '@/lib/api/api.ts'
import { useAuth } from '@/lib/session/session.tsx'

export function useShellUser(): ShellUser | null {
  const { user, profile, roles } = useAuth()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  if (!user) return null
  const name = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
  return {
    name: name || user.email,
    email: user.email,
    company: viewer.data?.organization?.name ?? profile?.company_name ?? '',
    role: profile?.job_title || roleName(roles),
    joinedAt: profile?.created_at ?? user.createdAt,
  }
}

const roleNames: readonly [Role, string][] = [
  ['super_admin', 'Compliance staff'],
  ['admin', 'Organization administrator'],
  ['client', 'Client'],
  ['vendor', 'Vendor'],
]

/** Returns a title from the highest role, for users without a job title. */
const roleName = (roles: readonly Role[]) => roleNames.find(([role]) => roles.includes(role))?.[1]
