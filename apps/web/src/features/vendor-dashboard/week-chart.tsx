import type { WeekDay } from '@semblance/contract'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { axisTick, ChartTooltip } from '@/components/viz/chart-tooltip.tsx'
import { count, plural } from '@/lib/format.ts'

type Row = { day: string; name: string; title: string; views: number; before: number }

const weekday = (day: string, length: 'short' | 'long') =>
  new Date(day).toLocaleDateString('en-US', { weekday: length, timeZone: 'UTC' })

/** Views a day as bars, the week before as a mark across each, offers sent below. */
export function WeekChart({ days }: { days: readonly WeekDay[] }) {
  const rows: Row[] = days.map(({ day, views, viewsBefore }) => ({
    day,
    name: weekday(day, 'short'),
    title: weekday(day, 'long'),
    views,
    before: viewsBefore,
  }))
  return (
    <div className="min-w-0">
      <Legend />
      <div className="h-[224px]" role="img" aria-label={sentence(rows)}>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={rows}
            barCategoryGap="26%"
            margin={{ left: -26, right: 0, top: 8, bottom: 0 }}
            accessibilityLayer={false}
          >
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
              allowDecimals={false}
              domain={[0, (highest: number) => Math.max(highest, 4)]}
              tick={{ style: axisTick }}
            />
            <Tooltip
              cursor={{ fill: 'var(--accent)' }}
              content={({ active, payload }) => {
                const row = rows.find(({ day }) => day === payload?.[0]?.payload?.day)
                return active && row ? <DayTooltip row={row} /> : null
              }}
            />
            <Bar
              dataKey="views"
              fill="var(--chart-1)"
              radius={[2, 2, 0, 0]}
              maxBarSize={34}
              isAnimationActive={false}
            />
            <Line
              dataKey="before"
              stroke="none"
              isAnimationActive={false}
              activeDot={false}
              dot={<BeforeMark />}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <dl className="mt-2 flex items-center border-t pt-2.5 text-sm">
        <dt className="w-[34px] shrink-0 text-muted-foreground text-xs leading-tight">
          Offers sent
        </dt>
        <dd className="num grid flex-1 grid-cols-7 text-center font-medium">
          {days.map(({ day, offersSent }) => (
            <span
              key={day}
              className={offersSent === 0 ? 'font-normal text-muted-foreground' : undefined}
            >
              <span className="sr-only">{weekday(day, 'long')}: </span>
              {count(offersSent)}
            </span>
          ))}
        </dd>
      </dl>
    </div>
  )
}

/** recharts hands in where the value lies. */
function BeforeMark({ cx, cy }: { cx?: number; cy?: number }) {
  if (cx === undefined || cy === undefined) return null
  return (
    <rect
      x={cx - 19}
      y={cy - 1}
      width={38}
      height={2.5}
      fill="var(--foreground)"
      stroke="var(--card)"
      strokeWidth={0.75}
    />
  )
}

function Legend() {
  return (
    <div className="mb-2 flex gap-5 text-muted-foreground text-xs">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[2px] bg-chart-1" />
        Offer views
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden className="h-0.5 w-4 bg-foreground" />
        Week before
      </span>
    </div>
  )
}

function DayTooltip({ row }: { row: Row }) {
  return (
    <ChartTooltip
      title={row.title}
      rows={[
        { name: 'Offer views', color: 'var(--chart-1)', value: count(row.views) },
        { name: 'Week before', color: 'var(--foreground)', value: count(row.before) },
      ]}
    />
  )
}

function sentence(rows: readonly Row[]) {
  const told = rows.map(
    (row) => `${row.title} ${plural(row.views, 'view')}, ${count(row.before)} the week before`,
  )
  return `Views of your offers over seven days. ${told.join('; ')}.`
}
