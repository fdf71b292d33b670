import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { plural, usd } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import type { VendorOverview } from './vendor-overview.ts'

export function OverviewStrip({ overview }: { overview: VendorOverview }) {
  const deliveries = overview.tasks.length
  return (
    <StatStrip
      items={[
        {
          label: 'Earnings',
          value: usd(Number(overview.earnedCents)),
          note: 'Released to you',
          to: paths.earnings,
        },
        {
          label: 'My Offers',
          value: overview.pendingOffers,
          note: 'Waiting for an answer',
          to: `${paths.sentOffers}?tab=pending`,
        },
        {
          label: 'Active Contracts',
          value: overview.activeContracts,
          note: deliveries > 0 ? `${plural(deliveries, 'delivery', 'deliveries')} due` : 'None due',
          to: paths.vendorContracts,
        },
        {
          label: 'Held in Escrow',
          value: usd(Number(overview.heldCents)),
          note: 'Released after client review',
          to: paths.earnings,
        },
      ]}
    />
  )
}
