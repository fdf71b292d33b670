import type { Side } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'

/** Returns the steps that a member's organization has yet to take, with its name; null without any. */
export function useSetup(side: Side) {
  const { data: viewer } = useQuery(orpc.organizations.viewer.queryOptions())
  const organization = viewer?.organization
  const isMember =
    organization && (side === 'client' ? organization.isClient : organization.isVendor)
  const { data } = useQuery({
    ...orpc.dashboards.setup.queryOptions({ input: { side } }),
    enabled: Boolean(isMember),
    // Most steps are taken on other pages, whose changes are no events of this one.
    refetchOnMount: 'always',
  })
  return organization && data && !data.isOver
    ? { name: organization.name, steps: data.steps }
    : null
}
