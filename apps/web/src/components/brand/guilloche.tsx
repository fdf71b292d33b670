import { lazyComponent } from '@/lib/pages/lazy-component.ts'

type Ring = { radius: number; amplitude: number; lobes: number; strands: number }

const rings: Ring[] = [
  { radius: 86, amplitude: 8, lobes: 9, strands: 8 },
  { radius: 66, amplitude: 11, lobes: 7, strands: 8 },
  { radius: 43, amplitude: 11, lobes: 6, strands: 8 },
  { radius: 21, amplitude: 8, lobes: 5, strands: 6 },
]

function strand({ radius, amplitude, lobes, strands }: Ring, index: number) {
  const phase = (index / strands) * 2 * Math.PI
  const steps = lobes * 26
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI
    const r =
      radius +
      amplitude * Math.sin(lobes * angle + phase) +
      amplitude * 0.28 * Math.sin(2 * lobes * angle - phase)
    return `${(100 + r * Math.cos(angle)).toFixed(1)} ${(100 + r * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

const strands = lazyComponent(() =>
  rings.flatMap((ring) => Array.from({ length: ring.strands }, (_, index) => strand(ring, index))),
)

type GuillocheProps = { stroke?: string; opacity?: number; width?: number; className?: string }

/** Draws a banknote's rosette. Only next to money in escrow, on the auth pages and on the privacy band. */
export function Guilloche({
  stroke = 'var(--brass)',
  opacity = 0.5,
  width = 0.6,
  className,
}: GuillocheProps) {
  return (
    <svg
      viewBox="0 0 200 200"
      className={className}
      aria-hidden
      fill="none"
      stroke={stroke}
      strokeOpacity={opacity}
      strokeWidth={width}
      strokeLinejoin="round"
    >
      {strands().map((d) => (
        <path key={d} d={d} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}
