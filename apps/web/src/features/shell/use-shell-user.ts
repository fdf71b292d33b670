import { useQuery } from '@tanstack/react-query'
import type { ShellUser } from '@/components/layout/user-menu.tsx'
import { orpc } from '@/lib/api.ts'
import { useAuth } from '@/lib/session.tsx'

export function useShellUser(): ShellUser | null {
  const { user, profile } = useAuth()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  if (!user) return null
  const name = [profile?.first_name, profile?.last_name].filter(Boolean).join(' ')
  return {
    name: name || user.email,
    email: user.email,
    company: viewer.data?.organization?.name ?? profile?.company_name ?? '',
    jobTitle: profile?.job_title ?? undefined,
    joinedAt: profile?.created_at ?? user.createdAt,
  }
}
