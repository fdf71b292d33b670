import { monotonePath } from '@semblance/plots'
import { lazyComponent } from '@/lib/pages/lazy-component.ts'

// Two decorative bell curves: this band is always an illustration, never real data.
const bell = (x: number, middle: number, spread: number) =>
  Math.exp(-0.5 * ((x - middle) / spread) ** 2)
const heightAt = (x: number) => 0.8 * bell(x, 0.34, 0.08) + bell(x, 0.68, 0.09)

const width = 720
const height = 300
const steps = (count: number) => Array.from({ length: count }, (_, i) => (i + 0.5) / count)
const curve = lazyComponent(() =>
  monotonePath(steps(90).map((x) => ({ x: x * width, y: height - heightAt(x) * 270 }))),
)

/** Shows the decorative wave on the dark aside of the sign-in pages. */
export function TwinBand({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={className}
    >
      {steps(110).map((x) => (
        <path
          key={x}
          d={`M${x * width} ${height}V${(height - heightAt(x) * 268).toFixed(1)}`}
          stroke="oklch(0.79 0.118 82)"
          strokeOpacity={0.5}
          strokeWidth={1.2}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path
        d={curve()}
        fill="none"
        stroke="oklch(0.802 0.088 210)"
        strokeWidth={2.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
