import type { Permission } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../api/api.ts'

/**
 * Returns false once it is known that the roles of a member include none of these permissions. Visitors
 * and people without an organization are left to what the page says to them. The server checks again.
 */
export const useMay = (needs: readonly Permission[]): boolean => useMayCheck()(needs)

/** Returns `useMay` as a function, for a list of acts with needs of their own. */
export function useMayCheck(): (needs: readonly Permission[]) => boolean {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  return (needs) =>
    !viewer?.organization || needs.some((permission) => viewer.may.includes(permission))
}
