import { cn } from '@/lib/cn.ts'

export type CategoryPlotProps = {
  labels: readonly string[]
  /** Share of the rows in each category, from 0 to 1. */
  original: readonly number[]
  synthetic: readonly number[]
  /** A sentence, as for DistributionPlot. */
  label: string
  height?: number
  className?: string
}

/** A categorical column: pairs of bars, hatched original and solid twin. */
export function CategoryPlot({
  labels,
  original,
  synthetic,
  label,
  height = 96,
  className,
}: CategoryPlotProps) {
  const tallest = Math.max(...original, ...synthetic) || 1
  const bar = (share = 0) => ({ height: `${(share / tallest) * 94}%` })
  return (
    <figure role="img" aria-label={label} className={className}>
      <div className="flex items-end gap-2 border-border-strong border-b" style={{ height }}>
        {labels.map((name, i) => (
          <div key={name} className="flex h-full flex-1 items-end justify-center gap-[3px]">
            <div
              className="hatch w-[42%] max-w-5 border border-(--chart-2) border-b-0"
              style={bar(original[i])}
            />
            <div
              className="w-[42%] max-w-5 border-(--chart-1) border-[1.5px] border-b-0 bg-[color-mix(in_oklab,var(--chart-1)_24%,transparent)]"
              style={bar(synthetic[i])}
            />
          </div>
        ))}
      </div>
      <div className="mt-1 flex gap-2 text-muted-foreground text-xs">
        {labels.map((name) => (
          <span
            key={name}
            title={name}
            className={cn('min-w-0 flex-1 text-center', labels.length < 12 && 'truncate')}
          >
            {labels.length < 12 ? name : name.slice(0, 1)}
          </span>
        ))}
      </div>
    </figure>
  )
}
