/** Bars over a few names: stacked parts, a mark across each bar, and what it says under the pointer. */
import { wholeTicks } from '@semblance/plots'
import { cn } from '@/lib/cn.ts'

export type BarRow = {
  name: string
  title: string
  parts: readonly { name: string; value: number; className: string }[]
  /** Something to compare with, drawn as a line across the bar. */
  mark?: { name: string; value: number }
}

type BarPlotProps = {
  /** All of it in one sentence, for those who cannot see it. */
  label: string
  rows: readonly BarRow[]
  tick: (value: number) => string
  value: (value: number) => string
  /** The highest tick is no lower. */
  atLeast: number
  /** Pixels for the ticks' words on the left. */
  axisWidth: number
  className?: string
}

const total = ({ parts }: BarRow) => parts.reduce((sum, { value }) => sum + value, 0)

export function BarPlot({ label, rows, tick, value, atLeast, axisWidth, className }: BarPlotProps) {
  const highest = Math.max(atLeast, ...rows.flatMap((row) => [total(row), row.mark?.value ?? 0]))
  const ticks = wholeTicks(highest)
  const top = ticks.at(-1) ?? 1
  const share = (amount: number) => `${(amount / top) * 100}%`
  return (
    <div role="img" aria-label={label} className={cn('flex flex-col text-xs', className)}>
      <div className="flex min-h-0 flex-1 pt-2">
        <div className="num relative text-muted-foreground" style={{ width: axisWidth }}>
          {ticks.map((amount) => (
            <span
              key={amount}
              className="absolute right-2 translate-y-1/2 whitespace-nowrap leading-none"
              style={{ bottom: share(amount) }}
            >
              {tick(amount)}
            </span>
          ))}
        </div>
        <div className="relative flex flex-1 border-border-strong border-b">
          {ticks.slice(1).map((amount) => (
            <div
              key={amount}
              className="absolute inset-x-0 border-t"
              style={{ bottom: share(amount) }}
            />
          ))}
          {rows.map((row, index) => (
            <Bar
              key={row.title}
              row={row}
              share={share}
              value={value}
              isOnRight={index >= rows.length / 2}
            />
          ))}
        </div>
      </div>
      <div className="flex pt-1.5" style={{ paddingLeft: axisWidth }}>
        {rows.map(({ title, name }) => (
          <div key={title} className="w-0 flex-1 truncate text-center text-muted-foreground">
            {name}
          </div>
        ))}
      </div>
    </div>
  )
}

type BarProps = {
  row: BarRow
  share: (amount: number) => string
  value: (amount: number) => string
  /** Opens the tooltip to the left, so that it stays on the page. */
  isOnRight: boolean
}

function Bar({ row, share, value, isOnRight }: BarProps) {
  return (
    <div className="group relative flex w-0 flex-1 justify-center hover:bg-accent/70">
      <div className="flex h-full w-[60%] max-w-11 flex-col-reverse overflow-hidden rounded-t-[2px]">
        {row.parts.map(({ name, value: amount, className }) => (
          <div
            key={name}
            className={cn('shrink-0 print:[print-color-adjust:exact]', className)}
            style={{ height: share(amount) }}
          />
        ))}
      </div>
      {row.mark && (
        <div
          className="absolute left-1/2 h-0.5 w-[72%] max-w-12 -translate-x-1/2 translate-y-1/2 bg-foreground ring-1 ring-card"
          style={{ bottom: share(row.mark.value) }}
        />
      )}
      <div
        className={cn(
          'pointer-events-none absolute top-0 z-20 hidden whitespace-nowrap rounded-sm border bg-popover px-3 py-2 text-sm shadow-float group-hover:block',
          isOnRight ? 'right-full mr-1' : 'left-full ml-1',
        )}
      >
        <div className="mb-1 font-medium">{row.title}</div>
        {row.parts.map((part) => (
          <Line key={part.name} {...part} value={value(part.value)} />
        ))}
        {row.mark && (
          <Line name={row.mark.name} className="bg-foreground" value={value(row.mark.value)} />
        )}
      </div>
    </div>
  )
}

function Line({ name, className, value }: { name: string; className: string; value: string }) {
  return (
    <div className="flex items-center gap-2">
      <span className={cn('size-2.5 rounded-[2px]', className)} />
      {name}
      <span className="num ml-auto pl-4 font-medium">{value}</span>
    </div>
  )
}
