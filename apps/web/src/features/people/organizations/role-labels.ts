import {
  type MemberRole,
  memberRoles,
  rolesOfSides,
  usualRoles,
  type Viewer,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'

/** Returns the roles that the user's organization has use for: of buyers, of vendors, or of both. */
export function useOfferedRoles(): MemberRole[] {
  const viewer: Viewer | undefined = useQuery(orpc.organizations.viewer.queryOptions()).data
  return rolesOfSides(viewer?.organization ?? { isClient: true, isVendor: true })
}

/** Returns the labels of a member's roles, of which an administrator needs none. */
export function roleLabels(
  { isAdmin, roles }: { isAdmin: boolean; roles: readonly MemberRole[] },
  offered: readonly MemberRole[],
): string[] {
  if (isAdmin) return ['Administrator']
  const labels = offered
    .filter((role) => roles.includes(role))
    .map((role) => memberRoles[role].label)
  return labels.length > 0 ? labels : ['Viewer']
}

/** Names a first choice for a person who joins: the usual roles, one role, or none. */
export type FirstRole = 'usual' | 'viewer' | MemberRole

export const rolesOfChoice = (choice: FirstRole): MemberRole[] => {
  if (choice === 'usual') return [...usualRoles]
  return choice === 'viewer' ? [] : [choice]
}

/** Returns the options of `FirstRole`. */
export const firstRoleOptions = (offered: readonly MemberRole[]) => [
  {
    value: 'usual' as const,
    label: offered
      .filter((role) => usualRoles.includes(role))
      .map((role, index) =>
        index === 0 ? memberRoles[role].label : memberRoles[role].label.toLowerCase(),
      )
      .join(' and '),
  },
  ...offered.map((role) => ({ value: role, label: memberRoles[role].label })),
  { value: 'viewer' as const, label: 'Viewer' },
]
