import { memo } from 'react'
import { cn } from '@/lib/cn.ts'
import { type Bell, type Box, hatch, heroBells, outline, strokes } from './normal-curves.ts'

const box: Box = { width: 1440, height: 300, padTop: 10 }
// A twin follows its original closely, not exactly.
const twinBells: Bell[] = heroBells.map((bell, i) => ({
  ...bell,
  middle: bell.middle + (i % 2 ? 0.002 : -0.002),
}))
const lines = hatch(heroBells, 240, 0.035, box)
const everyFourth = strokes(
  lines.filter((_, i) => i % 4 === 0),
  box,
)
const theOthers = strokes(
  lines.filter((_, i) => i % 4 !== 0),
  box,
)
const twin = outline(twinBells, box)

const Original = memo(function Original({ faint }: { faint?: boolean }) {
  return (
    <g stroke="var(--brass)" strokeOpacity={faint ? 0.34 : 1} strokeWidth={faint ? 1 : 1.5}>
      <path d={everyFourth} vectorEffect="non-scaling-stroke" />
      <path d={theOthers} vectorEffect="non-scaling-stroke" className="max-md:hidden" />
    </g>
  )
})

/** Draws the original in front on the left of `share`, and the twin in front on the right. */
export function HeroShape({ share, className }: { share: number; className?: string }) {
  const cut = share * box.width
  return (
    <svg
      role="img"
      aria-label="Two overlapping distributions of basket value. The original is drawn in brass hatching, the synthetic twin as a petrol curve. They have the same shape."
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      className={cn('overflow-visible', className)}
    >
      <defs>
        <clipPath id="hero-original">
          <rect x="0" y="-20" width={cut} height={box.height + 40} />
        </clipPath>
        <clipPath id="hero-twin">
          <rect x={cut} y="-20" width={box.width} height={box.height + 40} />
        </clipPath>
      </defs>
      <g clipPath="url(#hero-original)">
        <Original />
        <path
          d={twin.line}
          fill="none"
          stroke="var(--primary)"
          strokeOpacity={0.55}
          strokeWidth={1.25}
          strokeDasharray="2 4"
          vectorEffect="non-scaling-stroke"
        />
      </g>
      <g clipPath="url(#hero-twin)">
        <Original faint />
        <path d={twin.area} fill="var(--primary)" fillOpacity={0.16} />
        <path
          d={twin.line}
          fill="none"
          stroke="var(--primary)"
          strokeWidth={2.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </g>
    </svg>
  )
}
