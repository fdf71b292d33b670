import type { WeekDay } from '@semblance/contract'
import { BarPlot } from '@/components/viz/bar-plot.tsx'
import { count, plural, weekday } from '@/lib/format.ts'

type Row = { name: string; title: string; views: number; before: number }

/** Draws views by day as bars, the previous week as a mark across each, and offers sent below. */
export function WeekChart({ days }: { days: readonly WeekDay[] }) {
  const rows: Row[] = days.map(({ day, views, viewsBefore }) => ({
    name: weekday(day, 'short'),
    title: weekday(day, 'long'),
    views,
    before: viewsBefore,
  }))
  return (
    <div className="min-w-0">
      <Legend />
      <BarPlot
        label={sentence(rows)}
        rows={rows.map(({ name, title, views, before }) => ({
          name,
          title,
          parts: [{ name: 'Offer views', value: views, className: 'bg-chart-1' }],
          mark: { name: 'Week before', value: before },
        }))}
        tick={count}
        value={count}
        atLeast={4}
        axisWidth={34}
        className="h-[224px]"
      />
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

function sentence(rows: readonly Row[]) {
  const told = rows.map(
    (row) => `${row.title} ${plural(row.views, 'view')}, ${count(row.before)} the week before`,
  )
  return `Views of your offers over seven days. ${told.join('; ')}.`
}
