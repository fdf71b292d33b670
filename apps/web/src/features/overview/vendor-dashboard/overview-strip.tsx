import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { FigureBreakdownButton } from '@/components/blocks/text/figure-breakdown-button.tsx'
import type { api } from '@/lib/api/api.ts'
import { count, dayMonth, usd } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

type VendorOverview = Awaited<ReturnType<typeof api.dashboards.vendor>>

export function OverviewStrip({ overview }: { overview: VendorOverview }) {
  const { pendingOffers, activeContracts } = overview
  const next = overview.deliveries[0]
  return (
    <StatStrip
      items={[
        {
          label: 'Earnings',
          value: usd(Number(overview.earnedCents)),
          note: `${usd(Number(overview.earnedThisMonthCents))} this month`,
          to: paths.earnings,
          action: <FigureBreakdownButton figure="earnings.total" label="Earnings" />,
        },
        {
          label: 'My Offers',
          value: count(pendingOffers + activeContracts),
          note: `${count(pendingOffers)} pending, ${count(activeContracts)} accepted`,
          to: paths.sentOffers,
        },
        {
          label: 'Active Contracts',
          value: count(activeContracts),
          note: next ? `Next delivery ${dayMonth(next.dueAt)}` : 'No delivery due',
          to: paths.vendorContracts,
        },
        {
          label: 'Held in Escrow',
          value: usd(Number(overview.heldCents)),
          note: 'Released after client review',
          to: paths.earnings,
          action: <FigureBreakdownButton figure="earnings.pending" label="Held in Escrow" />,
        },
      ]}
    />
  )
}
