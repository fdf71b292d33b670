import { useQuery } from '@tanstack/react-query'
import type { AppShellProps } from '@/components/layout/app-shell.tsx'
import { orpc } from '@/lib/api.ts'

/** Counts beside the navigation, from figures that a dashboard has loaded; none are fetched for it. */
export function useBadges(side: 'client' | 'vendor'): AppShellProps['badges'] {
  const client = useQuery({ ...orpc.dashboards.client.queryOptions(), enabled: false }).data
  const vendor = useQuery({ ...orpc.dashboards.vendor.queryOptions(), enabled: false }).data
  if (side === 'client')
    return {
      dprs: client?.activeDprs,
      offers: client?.pendingOffers,
      contracts: client?.activeContracts,
    }
  return { offers: vendor?.pendingOffers, contracts: vendor?.activeContracts }
}
