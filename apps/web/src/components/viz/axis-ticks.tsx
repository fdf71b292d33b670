import { tickLabels, type ValueFormat } from '@semblance/plots'
import { cn } from '@/lib/cn.ts'

type AxisTicksProps = { edges: readonly number[]; format: ValueFormat }

/** Shows the figures below a plot whose bins have these edges. */
export function AxisTicks({ edges, format }: AxisTicksProps) {
  return (
    <div aria-hidden className="num relative mt-1 h-[17px] text-muted-foreground text-xs">
      {tickLabels(edges, format).map((tick) => (
        <span
          key={tick.at}
          style={{ left: `${tick.at * 100}%` }}
          className={cn(
            'absolute whitespace-nowrap',
            tick.at === 1 ? '-translate-x-full' : tick.at > 0 && '-translate-x-1/2',
          )}
        >
          {tick.label}
        </span>
      ))}
    </div>
  )
}
