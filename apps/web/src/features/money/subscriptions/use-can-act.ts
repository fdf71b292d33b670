import { useQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'
import { useAuth } from '@/lib/session/session.tsx'

/**
 * Returns true if the user may edit billing: who sees to money, and visitors, who are led to sign in;
 * other members only read.
 */
export function useCanEditBilling(): boolean {
  const isVisitor = useAuth().status === 'signed-out'
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  return isVisitor || (viewer.data?.may.includes('finance') ?? false)
}
