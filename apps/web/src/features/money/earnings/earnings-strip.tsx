import type { Figure } from '@semblance/contract'
import { StatStrip } from '@/components/blocks/stat-strip.tsx'
import { FigureBreakdownButton } from '@/components/blocks/text/figure-breakdown-button.tsx'
import { ledgerMonth, monthYear, percent, plural, usd } from '@/lib/format.ts'
import type { EarningsSummary } from './earnings-summary.ts'

export function EarningsStrip({ summary }: { summary: EarningsSummary }) {
  const { since, pendingCount, completedCount } = summary
  return (
    <StatStrip
      items={[
        {
          label: 'Total earnings',
          value: (
            <Total cents={summary.totalCents} figure="earnings.total" label="Total earnings" />
          ),
          note: since ? `Since ${monthYear(since)}` : 'Nothing released yet',
        },
        {
          label: 'This month',
          value: (
            <Total cents={summary.thisMonthCents} figure="earnings.thisMonth" label="This month" />
          ),
          note: comparison(summary.months),
        },
        {
          label: 'Pending',
          value: <Total cents={summary.pendingCents} figure="earnings.pending" label="Pending" />,
          note:
            pendingCount > 0
              ? `Held in escrow, ${plural(pendingCount, 'contract')}`
              : 'Held in escrow',
        },
        {
          label: 'Completed',
          value: <Total cents={summary.completedCents} figure="earnings.paid" label="Completed" />,
          note: `Paid out, ${plural(completedCount, 'contract')} accepted`,
        },
      ]}
    />
  )
}

function Total({ cents, figure, label }: { cents: bigint; figure: Figure; label: string }) {
  return (
    <span className="flex items-center gap-1">
      {usd(Number(cents))}
      <FigureBreakdownButton figure={figure} label={label} className="-my-1" />
    </span>
  )
}

function comparison(months: EarningsSummary['months']): string {
  const [last, current] = months.slice(-2)
  if (!last || !current || last.releasedCents <= 0n) return 'Released since the 1st'
  const change = Number(current.releasedCents - last.releasedCents) / Number(last.releasedCents)
  const name = ledgerMonth(last.month, 'long')
  return `${change > 0 ? '+' : ''}${percent(change, 0)} on ${name}`
}
