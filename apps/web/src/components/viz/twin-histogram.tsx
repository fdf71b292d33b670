import { formatValue, hasHeavyBin, tickLabels, type ValueFormat } from '@semblance/plots'
import { cn } from '@/lib/cn.ts'
import { MiniBars } from './mini-bars.tsx'

type TwinHistogramProps = {
  /** Rows of each bin, or their shares. */
  bars: readonly number[]
  /** Bounds of the bins, or of the values. */
  edges: readonly number[]
  format: ValueFormat
  /** A sentence for screen readers. */
  label: string
}

/** Draws values of the twin over an axis; in words where all are alike, and as square roots where one bin holds most. */
export function TwinHistogram({ bars, edges, format, label }: TwinHistogramProps) {
  const [low = 0, high = low] = [edges[0], edges.at(-1)]
  if (bars.length < 2 || low === high)
    return <p className="text-muted-foreground text-sm">All values: {binText(edges, format)}</p>
  const isRoot = hasHeavyBin(bars)
  return (
    <>
      <MiniBars
        bars={isRoot ? bars.map(Math.sqrt) : bars}
        ink="twin"
        height={80}
        label={isRoot ? `${label}, heights are square roots` : label}
      />
      <div
        aria-hidden
        className={cn(
          'num mt-1 flex justify-between gap-2 whitespace-nowrap text-muted-foreground text-xs',
          // Three dates are wider than a phone's plot.
          format === 'date' && 'max-md:[&>:nth-child(2):not(:last-child)]:hidden',
        )}
      >
        {tickLabels(edges, format, 3).map(({ at, label: tick }) => (
          <span key={at}>{tick}</span>
        ))}
      </div>
      {isRoot && (
        <p aria-hidden className="mt-1 text-muted-foreground text-xs">
          √ scale: one bin holds most rows
        </p>
      )}
    </>
  )
}

/** Writes a single bin: "7", "0 to 0.1". Whole numbers end before the upper bound of their bin. */
export function binText(edges: readonly number[], format: ValueFormat): string {
  const [low = 0, high = low] = [edges[0], edges.at(-1)]
  const [from, to] = [low, high].map((value) => formatValue(value, format, high - low))
  const isOne = low === high || (format === 'integer' && high - low === 1)
  return isOne ? `${from}` : `${from} to ${to}`
}
