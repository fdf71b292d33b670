import { AxisTicks } from '@/components/viz/axis-ticks.tsx'
import { cn } from '@/lib/cn.ts'
import { count } from '@/lib/format.ts'
import type { Bar, Chart } from './chart-data.ts'

/** Lists colors in the order of the groups; the last is for the others. */
const colors = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-6']

type BarChartProps = { chart: Chart; label: string }

/** Draws bins as vertical bars and values as horizontal ones, with a color for each group. */
export function BarChart({ chart, label }: BarChartProps) {
  const tallest = Math.max(1, ...chart.bars.map(({ total }) => total))
  return (
    <div>
      {chart.groups.length > 0 && <Legend groups={chart.groups} />}
      <figure role="img" aria-label={label}>
        {chart.axis ? (
          <VerticalBar
            bars={chart.bars}
            groups={chart.groups}
            tallest={tallest}
            axis={chart.axis}
          />
        ) : (
          <Lying bars={chart.bars} groups={chart.groups} tallest={tallest} />
        )}
      </figure>
    </div>
  )
}

function Legend({ groups }: { groups: readonly string[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {groups.map((group, i) => (
        <li key={group} className="flex min-w-0 items-center gap-1.5">
          <span aria-hidden className={cn('size-2.5 shrink-0 rounded-[2px]', colors[i])} />
          <span className="truncate">{group}</span>
        </li>
      ))}
    </ul>
  )
}

type BarsProps = { bars: readonly Bar[]; groups: readonly string[]; tallest: number }

const titleOf = ({ label, total, counts }: Bar, groups: readonly string[]) =>
  [
    `${label}: ${count(total)}`,
    ...groups.map((group, i) => `${group}: ${count(counts[i] ?? 0)}`),
  ].join('\n')

const share = (part: number, whole: number) => `${(part / Math.max(1, whole)) * 100}%`

function VerticalBar({
  bars,
  groups,
  tallest,
  axis: { edges, format },
}: BarsProps & { axis: NonNullable<Chart['axis']> }) {
  return (
    <>
      <p className="num mb-1 text-muted-foreground text-xs">{count(tallest)} rows</p>
      <div className="flex h-[200px] items-end gap-px border-border-strong border-t border-t-border border-b">
        {bars.map((bar, i) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
            key={i}
            title={titleOf(bar, groups)}
            className="flex h-full flex-1 flex-col justify-end hover:bg-accent/70"
          >
            <div
              className="flex flex-col-reverse overflow-hidden rounded-t-[2px]"
              style={{ height: share(bar.total, tallest) }}
            >
              <Parts bar={bar} side="height" />
            </div>
          </div>
        ))}
      </div>
      <AxisTicks edges={edges} format={format} />
    </>
  )
}

function Lying({ bars, groups, tallest }: BarsProps) {
  return (
    <div className="grid gap-y-1.5 text-sm">
      {bars.map((bar) => (
        <div
          key={bar.label}
          title={titleOf(bar, groups)}
          className="grid grid-cols-[minmax(0,28%)_minmax(0,1fr)_3rem] items-center gap-2 hover:bg-accent/70"
        >
          <span className="truncate text-muted-foreground">{bar.label}</span>
          <span className="border-border-strong border-l">
            <span
              className="flex h-4 overflow-hidden rounded-r-[2px]"
              style={{ width: share(bar.total, tallest) }}
            >
              <Parts bar={bar} side="width" />
            </span>
          </span>
          <span className="num text-right">{count(bar.total)}</span>
        </div>
      ))}
    </div>
  )
}

function Parts({ bar: { counts, total }, side }: { bar: Bar; side: 'width' | 'height' }) {
  return counts.map((part, i) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its group
      key={i}
      className={cn('block shrink-0', colors[i])}
      style={{ [side]: share(part, total) }}
    />
  ))
}
