import { needsOf, needsOfSide, type Permission, type Side } from '@semblance/contract'
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
  return useMayCallAs(null, ...procedures)
}

/** Answers as `useMayCall` for a member who acts on this side of a deal; null: on the only one that there is. */
export function useMayCallAs(side: Side | null, ...procedures: readonly string[]): boolean {
  const may = useMayCheck()
  return procedures.every((procedure) => {
    const needs = needsOf(procedure, 'POST')
    if (needs === null) return false
    const own = side ? needsOfSide(needs, side) : needs
    return own === 'own' || may(own)
  })
}
