/** Selects the color of the twin's values, or of the vendor's own. */
export type Ink = 'twin' | 'original'

export const inkColors: Record<Ink, string> = {
  twin: 'color-mix(in oklab, var(--chart-1) 60%, transparent)',
  original: 'color-mix(in oklab, var(--chart-2) 85%, transparent)',
}

type MiniBarsProps = {
  /** Heights of the bins, from left to right, in any unit. */
  bars: readonly number[]
  ink: Ink
  /** A sentence for screen readers; omit it if the text next to the plot says the same. */
  label?: string
  /** Pixels. */
  height?: number
}

/** Draws a histogram as wide as its box, without axes. */
export function MiniBars({ bars, ink, label, height = 30 }: MiniBarsProps) {
  const highest = Math.max(...bars, 0) || 1
  const pitch = 100 / Math.max(1, bars.length)
  const outline = bars
    .map((value, at) => {
      if (value <= 0) return ''
      const tall = Math.max(1, (value / highest) * (height - 1))
      const [left, wide] = [at * pitch + pitch * 0.08, pitch * 0.84]
      return `M${left.toFixed(2)} ${height}v-${tall.toFixed(2)}h${wide.toFixed(2)}V${height}Z`
    })
    .join('')
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
      className="block w-full overflow-visible print:[print-color-adjust:exact]"
    >
      <path d={outline} fill={inkColors[ink]} />
      <path
        d={`M0 ${height - 0.25}H100`}
        stroke="var(--border-strong)"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
