import { cn } from '@/lib/cn.ts'
import { percent } from '@/lib/format.ts'

type Axis = { column: string; labels: readonly string[] }
type Shares = readonly (readonly number[])[]

export type PairPlotProps = {
  x: Axis
  /** From top to bottom. */
  y: Axis
  /** Share of the rows in each place, a list per label of `y`. */
  original: Shares
  synthetic: Shares
  /** Where most rows are. */
  inWords: { original: string; synthetic: string }
  className?: string
}

/** How the values of two columns occur together: a brass map of the original beside a petrol one of its twin. */
export function PairPlot({ x, y, original, synthetic, inWords, className }: PairPlotProps) {
  const most = Math.max(...original.flat(), ...synthetic.flat()) || 1
  const sides = [
    { of: 'original', shares: original, words: inWords.original, ink: 'var(--chart-2)' },
    { of: 'synthetic twin', shares: synthetic, words: inWords.synthetic, ink: 'var(--chart-1)' },
  ]
  return (
    <figure
      className={cn(
        'grid grid-cols-[minmax(2.5rem,max-content)_minmax(0,1fr)_minmax(0,1fr)] gap-x-2.5',
        className,
      )}
    >
      <div
        aria-hidden
        className="grid max-w-28 auto-rows-[minmax(17px,1fr)] items-center text-muted-foreground text-xs leading-none"
      >
        {y.labels.map((label, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places never move, and names may repeat
          <span key={line} className="num truncate text-right" title={label}>
            {label}
          </span>
        ))}
      </div>
      {sides.map(({ of, shares, words, ink }) => (
        <div
          key={of}
          role="img"
          aria-label={`${y.column} and ${x.column}, ${of}: ${words}`}
          className="grid min-h-24 gap-px print:[print-color-adjust:exact]"
          style={{ gridTemplateColumns: `repeat(${x.labels.length}, minmax(0, 1fr))` }}
        >
          {y.labels.map((label, line) =>
            x.labels.map((across, place) => {
              const share = shares[line]?.[place] ?? 0
              return (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: places never move, and names may repeat
                  key={`${line} ${place}`}
                  title={`${label}, ${across}: ${percent(share)} of the ${of}`}
                  className="rounded-[1px]"
                  style={{ background: heat(ink, share / most) }}
                />
              )
            }),
          )}
        </div>
      ))}
      <span />
      <Ends {...x} />
      <Ends {...x} />
    </figure>
  )
}

/** The first and the last label, below a map. */
function Ends({ labels }: Axis) {
  return (
    <div
      aria-hidden
      className="num mt-1 flex justify-between gap-2 text-muted-foreground text-xs leading-[17px]"
    >
      <span className="truncate" title={labels[0]}>
        {labels[0]}
      </span>
      <span className="truncate" title={labels.at(-1)}>
        {labels.at(-1)}
      </span>
    </div>
  )
}

const heat = (ink: string, share: number) =>
  `color-mix(in oklab, ${ink} ${(100 * share).toFixed(1)}%, var(--sunken))`
