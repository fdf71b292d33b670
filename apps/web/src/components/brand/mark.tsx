import { cn } from '@/lib/cn.ts'

// The mark in a 32 px box: one coin of radius 14 around (16, 16), cut by an S into two halves of equal area.
// The ruled brass half is the original, the solid petrol half its synthetic twin.
const cut = (y: number) => 16 - 6 * Math.sin((2 * Math.PI * (y - 2)) / 28)
const rim = (y: number) => Math.sqrt(Math.max(0, 196 - (y - 16) ** 2))

const heights = Array.from({ length: 57 }, (_, index) => 2 + index * 0.5)
const cutSide = heights.map((y) => `${Math.min(cut(y) + 0.75, 16 + rim(y)).toFixed(2)} ${y}`)
const rimSide = heights.map((y) => `${(16 + rim(y)).toFixed(2)} ${y}`).reverse()
const twinPath = `M${[...cutSide, ...rimSide].join('L')}Z`

function originalBars(count: number, strokeWidth: number) {
  return Array.from({ length: count }, (_, index) => 2 + (28 / count) * (index + 0.5))
    .map((y) => ({
      y,
      left: 16 - Math.sqrt(Math.max(0, 196 - (Math.abs(y - 16) + strokeWidth * 0.35) ** 2)),
      right: cut(y) - 0.75,
    }))
    .filter((bar) => bar.right - bar.left > 0.6)
}

type MarkProps = {
  /** Pixels. */
  size?: number
  /** Draws the mark in the text's color, for the dark band. */
  mono?: boolean
  className?: string
}

export function Mark({ size = 28, mono, className }: MarkProps) {
  const strokeWidth = size < 20 ? 2.9 : 2.5
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      className={cn('shrink-0', className)}
      aria-hidden
    >
      <path d={twinPath} fill={mono ? 'currentColor' : 'var(--primary)'} />
      {originalBars(size < 20 ? 5 : 6, strokeWidth).map((bar) => (
        <path
          key={bar.y}
          d={`M${bar.left.toFixed(2)} ${bar.y.toFixed(2)}H${bar.right.toFixed(2)}`}
          stroke={mono ? 'currentColor' : 'var(--brass)'}
          strokeWidth={strokeWidth}
        />
      ))}
    </svg>
  )
}
