import { AxisTicks } from './axis-ticks.tsx'
import { type Histogram, hatchLines, layOutBins, twinCurve } from './histogram.ts'
import type { ValueFormat } from './tick-labels.ts'

export type DistributionPlotProps = Histogram & {
  format: ValueFormat
  /** A sentence: "visits_per_hour, original and synthetic twin, 98.9% match". */
  label: string
  /** Pixels. */
  height?: number
  className?: string
}

const width = 400

/** A numeric column: the original as a brass hatch, its twin as a petrol curve. */
export function DistributionPlot({
  edges,
  original,
  synthetic,
  format,
  label,
  height = 96,
  className,
}: DistributionPlotProps) {
  const box = { width, height, padTop: 6 }
  const bins = layOutBins({ edges, original, synthetic })
  const { line, area } = twinCurve(bins, box)
  return (
    <figure className={className}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="block w-full overflow-visible"
        style={{ height }}
      >
        {[0.25, 0.5, 0.75].map((share) => (
          <path
            key={share}
            d={`M0 ${height * share}H${width}`}
            stroke="var(--chart-grid)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path d={area} fill="var(--chart-1)" fillOpacity={0.13} />
        {hatchLines(bins, 56, box).map(({ x, top }) => (
          <path
            key={x}
            d={`M${x.toFixed(1)} ${height}V${top.toFixed(1)}`}
            stroke="var(--chart-2)"
            strokeWidth={1.6}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path
          d={line}
          stroke="var(--chart-1)"
          strokeWidth={2}
          strokeLinejoin="round"
          fill="none"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M0 ${height}H${width}`}
          stroke="var(--border-strong)"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <AxisTicks edges={edges} format={format} />
    </figure>
  )
}
