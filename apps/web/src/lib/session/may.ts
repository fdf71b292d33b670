import { needsOf, type Permission } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../api/api.ts'

/**
 * Returns a function that is false once it is known that the roles of a member include none of some permissions.
 * Visitors and people without an organization are left to what the page says to them. The server checks again.
 */
export function useMayCheck(): (needs: readonly Permission[]) => boolean {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  return (needs) =>
    !viewer?.organization || needs.some((permission) => viewer.may.includes(permission))
}

/**
 * Returns false once it is known that the roles of a member do not let them call one of these procedures, by the
 * table of the contract, which the server asks as well. Visitors are answered as by `useMayCheck`.
 */
export function useMayCall(...procedures: readonly string[]): boolean {
  const may = useMayCheck()
  return procedures.every((procedure) => {
    const needs = needsOf(procedure, 'POST')
    return needs === 'own' || (needs !== null && may(needs))
  })
}
