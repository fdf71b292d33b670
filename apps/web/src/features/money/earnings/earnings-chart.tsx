import { Panel } from '@/components/blocks/panel.tsx'
import { BarPlot } from '@/components/viz/bar-plot.tsx'
import { ledgerMonth, usd, usdShort } from '@/lib/format.ts'
import type { EarningsSummary } from './earnings-summary.ts'

/** Draws twelve months: released money solid, money held in escrow hatched on top of it. */
export function EarningsChart({ months }: { months: EarningsSummary['months'] }) {
  const rows = months.map(({ month, releasedCents, heldCents }) => ({
    name: ledgerMonth(month, 'short'),
    title: `${ledgerMonth(month, 'long')} ${month.getUTCFullYear()}`,
    released: Number(releasedCents),
    held: Number(heldCents),
  }))
  return (
    <Panel title="Earnings by month" action={<Legend />}>
      <BarPlot
        label={sentence(rows)}
        rows={rows.map(({ name, title, released, held }) => ({
          name,
          title,
          parts: [
            { name: 'Released', value: released, className: 'bg-chart-1' },
            { name: 'Held in escrow', value: held, className: 'hatch bg-brass-soft' },
          ],
        }))}
        tick={usdShort}
        value={usd}
        atLeast={1000_00}
        axisWidth={46}
        className="h-[252px]"
      />
    </Panel>
  )
}

type MonthRow = { name: string; title: string; released: number; held: number }

function Legend() {
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground text-xs">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="size-3 rounded-[2px] bg-chart-1" />
        Released
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span
          aria-hidden
          className="hatch size-3 rounded-[2px] border border-brass-line bg-brass-soft"
        />
        Held in escrow
      </span>
    </div>
  )
}

function sentence(rows: readonly MonthRow[]) {
  const told = rows
    .filter((row) => row.released > 0 || row.held > 0)
    .map(
      (row) =>
        `${row.title}: ${usd(row.released)} released${row.held > 0 ? ` and ${usd(row.held)} held` : ''}`,
    )
  return `Earnings over twelve months. ${told.length > 0 ? `${told.join('; ')}.` : 'None yet.'}`
}
