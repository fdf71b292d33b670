import type { Side } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { AppShellProps } from '@/components/layout/app-shell.tsx'
import { orpc } from '@/lib/api/api.ts'
import { ownSide } from '@/lib/session/last-side.ts'
import { useAuth } from '@/lib/session/session.tsx'

/**
 * Returns counts for the navigation: unread messages, approvals to decide on, and figures that a dashboard has loaded, none
 * of which are fetched for it.
 */
export function useBadges(side: Side): AppShellProps['badges'] {
  const client = useQuery({ ...orpc.dashboards.client.queryOptions(), enabled: false }).data
  const vendor = useQuery({ ...orpc.dashboards.vendor.queryOptions(), enabled: false }).data
  const messages = useUnreadMessages(side)
  const organization = useWaitingApprovals()?.waitingCount
  if (side === 'client')
    return {
      dprs: client?.activeDprs,
      offers: client?.pendingOffers,
      contracts: client?.activeContracts,
      messages,
      organization,
    }
  return {
    offers: vendor?.pendingOffers,
    contracts: vendor?.activeContracts,
    messages,
    organization,
  }
}

function useUnreadMessages(sideOfPage: Side): number | undefined {
  const { roles } = useAuth()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  const side = ownSide(roles, sideOfPage)
  const organization = viewer?.membership === 'active' ? viewer.organization : null
  const isMember = organization?.[side === 'client' ? 'isClient' : 'isVendor'] ?? false
  const unread = useQuery({
    ...orpc.negotiation.unreadCount.queryOptions({ input: { side } }),
    enabled: isMember,
  })
  return unread.data?.unreadCount
}

/** Returns how many approvals the viewer can decide on; undefined for those who belong to no organization that buys. */
export function useWaitingApprovals() {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  const isBuyer = viewer?.membership === 'active' && (viewer.organization?.isClient ?? false)
  const waiting = useQuery({ ...orpc.approvals.waitingCount.queryOptions(), enabled: isBuyer })
  return isBuyer ? waiting.data : undefined
}
