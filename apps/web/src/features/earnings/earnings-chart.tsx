import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { Panel } from '@/components/blocks/panel.tsx'
import { axisTick, ChartTooltip } from '@/components/viz/chart-tooltip.tsx'
import { usd, usdShort } from '@/lib/format.ts'
import type { EarningsSummary } from './earnings-summary.ts'

const monthName = (month: Date, length: 'short' | 'long') =>
  month.toLocaleDateString('en-US', {
    month: length,
    timeZone: 'UTC',
    ...(length === 'long' && { year: 'numeric' }),
  })

/** Twelve months: released money solid, money held in escrow hatched on top of it. */
export function EarningsChart({ months }: { months: EarningsSummary['months'] }) {
  const rows = months.map(({ month, releasedCents, heldCents }) => ({
    name: monthName(month, 'short'),
    title: monthName(month, 'long'),
    released: Number(releasedCents),
    held: Number(heldCents),
  }))
  return (
    <Panel title="Earnings by month" action={<Legend />}>
      <div className="h-[252px]" role="img" aria-label={sentence(rows)}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={rows}
            margin={{ left: -6, right: 0, top: 8, bottom: 0 }}
            accessibilityLayer={false}
          >
            <defs>
              <pattern id="held-hatch" width="5" height="5" patternUnits="userSpaceOnUse">
                <rect width="5" height="5" fill="var(--brass-soft)" />
                <rect width="2" height="5" fill="var(--brass)" />
              </pattern>
            </defs>
            <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
            <XAxis
              dataKey="name"
              axisLine={{ stroke: 'var(--border-strong)' }}
              tickLine={false}
              tick={{ style: axisTick }}
            />
            <YAxis
              axisLine={false}
              tickLine={false}
              tick={{ style: axisTick }}
              tickFormatter={usdShort}
            />
            <Tooltip
              cursor={{ fill: 'var(--accent)' }}
              content={({ active, payload }) => {
                const row = rows.find(({ title }) => title === payload?.[0]?.payload?.title)
                return active && row ? <MonthTooltip row={row} /> : null
              }}
            />
            <Bar
              dataKey="released"
              stackId="money"
              fill="var(--chart-1)"
              maxBarSize={44}
              isAnimationActive={false}
            />
            <Bar
              dataKey="held"
              stackId="money"
              fill="url(#held-hatch)"
              maxBarSize={44}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </Panel>
  )
}

type MonthRow = { name: string; title: string; released: number; held: number }

function MonthTooltip({ row }: { row: MonthRow }) {
  return (
    <ChartTooltip
      title={row.title}
      rows={[
        { name: 'Released', color: 'var(--chart-1)', value: usd(row.released) },
        { name: 'Held in escrow', color: 'var(--brass)', value: usd(row.held) },
      ]}
    />
  )
}

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
