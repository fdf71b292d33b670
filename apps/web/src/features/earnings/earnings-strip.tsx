import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { count, usd } from '@/lib/format.ts'
import type { EarningsSummary } from './earnings-summary.ts'

export function EarningsStrip({ summary }: { summary: EarningsSummary }) {
  return (
    <StatStrip
      items={[
        {
          label: 'Total earnings',
          value: usd(Number(summary.totalCents)),
          note: 'Released to you',
        },
        {
          label: 'This month',
          value: usd(Number(summary.thisMonthCents)),
          note: 'Released since the 1st',
        },
        { label: 'Pending', value: usd(Number(summary.pendingCents)), note: 'Held in escrow' },
        { label: 'Completed', value: count(summary.completedCount), note: 'Contracts accepted' },
      ]}
    />
  )
}
