import { cn } from '@/lib/cn.ts'
import { type Histogram, hatchLines, layOutBins, twinCurve } from './histogram.ts'

type MiniDistProps = Histogram & {
  /** A sentence when nothing beside it says what it shows; otherwise it is decoration. */
  label?: string
  width?: number
  height?: number
  className?: string
}

/** A distribution at the size of a list row. Draw it only from data that exists. */
export function MiniDist({
  edges,
  original,
  synthetic,
  label,
  width = 76,
  height = 30,
  className,
}: MiniDistProps) {
  const box = { width, height: height - 1, padTop: 3 }
  const bins = layOutBins({ edges, original, synthetic })
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={cn('shrink-0 overflow-visible', className)}
    >
      {hatchLines(bins, Math.floor(width / 4), box).map(({ x, top }) => (
        <path
          key={x}
          d={`M${x.toFixed(1)} ${height - 1}V${top.toFixed(1)}`}
          stroke="var(--brass)"
          strokeWidth={1.4}
        />
      ))}
      <path
        d={twinCurve(bins, box).line}
        stroke="var(--primary)"
        strokeWidth={1.6}
        strokeLinejoin="round"
        fill="none"
      />
      <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--border-strong)" />
    </svg>
  )
}
