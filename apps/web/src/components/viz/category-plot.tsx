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

const originalBar = 'hatch border border-(--chart-2)'
const twinBar =
  'border-(--chart-1) border-[1.5px] bg-[color-mix(in_oklab,var(--chart-1)_24%,transparent)]'

/** A categorical column: pairs of bars, hatched original and solid twin. Names that don't fit below lie beside them. */
export function CategoryPlot({ label, className, ...shares }: CategoryPlotProps) {
  const fitBelow = shares.labels.length <= 6 && shares.labels.every((name) => name.length <= 10)
  return (
    <figure role="img" aria-label={label} className={className}>
      {fitBelow ? <StandingBars {...shares} /> : <LyingBars {...shares} />}
    </figure>
  )
}

type Shares = Pick<CategoryPlotProps, 'labels' | 'original' | 'synthetic' | 'height'>

const tallestOf = ({ original, synthetic }: Shares) => Math.max(...original, ...synthetic) || 1

function StandingBars({ height = 96, ...shares }: Shares) {
  const tallest = tallestOf(shares)
  const size = (share = 0) => ({ height: `${(share / tallest) * 94}%` })
  return (
    <>
      <div className="flex items-end gap-2 border-border-strong border-b" style={{ height }}>
        {shares.labels.map((name, i) => (
          <div key={name} className="flex h-full flex-1 items-end justify-center gap-[3px]">
            <div
              className={cn(originalBar, 'w-[42%] max-w-5 border-b-0')}
              style={size(shares.original[i])}
            />
            <div
              className={cn(twinBar, 'w-[42%] max-w-5 border-b-0')}
              style={size(shares.synthetic[i])}
            />
          </div>
        ))}
      </div>
      <div className="mt-1 flex gap-2 text-muted-foreground text-xs">
        {shares.labels.map((name) => (
          <span key={name} className="min-w-0 flex-1 truncate text-center" title={name}>
            {name}
          </span>
        ))}
      </div>
    </>
  )
}

function LyingBars(shares: Shares) {
  const tallest = tallestOf(shares)
  const size = (share = 0) => ({ width: `${(share / tallest) * 100}%` })
  return (
    <div className="grid gap-y-1">
      {shares.labels.map((name, i) => (
        <div key={name} className="grid grid-cols-[38%_minmax(0,1fr)] items-center gap-2">
          <span className="truncate text-muted-foreground text-xs" title={name}>
            {name}
          </span>
          <span className="grid gap-px border-border-strong border-l">
            <span
              className={cn(originalBar, 'block h-[5px] border-l-0')}
              style={size(shares.original[i])}
            />
            <span
              className={cn(twinBar, 'block h-[5px] border-l-0')}
              style={size(shares.synthetic[i])}
            />
          </span>
        </div>
      ))}
    </div>
  )
}
