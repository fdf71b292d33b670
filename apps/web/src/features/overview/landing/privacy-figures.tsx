import { Check } from 'lucide-react'
import { Guilloche } from '@/components/brand/guilloche.tsx'
import { Decoration } from './decoration.tsx'
import { type Box, hatch, outline, steadyRandom, strokes, visitBells } from './normal-curves.ts'

// Inks of the dark band, which is dark in both themes.
const brass = 'oklch(0.79 0.118 82)'
const petrol = 'oklch(0.802 0.088 210)'
const box: Box = { width: 400, height: 128, padTop: 26 }

const random = steadyRandom(17)
const real = Array.from({ length: 12 }, (_, i) => ({
  x: 22 + i * 32.5 + (random() - 0.5) * 10,
  y: (i % 2 ? 90 : 38) + (random() - 0.5) * 22,
}))
const generated = Array.from({ length: 120 }, () => ({
  x: 10 + random() * 380,
  y: 12 + random() * 104,
})).filter((point) => real.every(({ x, y }) => Math.hypot(point.x - x, point.y - y) > 17))

/** Generated records keep their distance from every real one. */
export function NoMatchFigure() {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="xMidYMid slice"
      className="block size-full"
    >
      {real.map(({ x, y }) => (
        <g key={x} fill="none" stroke={brass}>
          <circle cx={x} cy={y} r={12.5} strokeOpacity={0.6} strokeDasharray="2 3" />
          <circle cx={x} cy={y} r={2.6} strokeWidth={1.5} />
        </g>
      ))}
      {generated.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={2.8} fill={petrol} />
      ))}
    </svg>
  )
}

const lines = hatch(visitBells, 64, 0.05, box)
const twin = outline(visitBells, box)

export function TwinFigure() {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      className="block size-full"
    >
      <path
        d={strokes(lines, box)}
        stroke={brass}
        strokeWidth={1.6}
        vectorEffect="non-scaling-stroke"
      />
      <path d={twin.area} fill={petrol} fillOpacity={0.14} />
      <path
        d={twin.line}
        fill="none"
        stroke={petrol}
        strokeWidth={2.4}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

export function SealFigure() {
  return (
    <>
      <Decoration>
        <Guilloche className="absolute size-[188px]" stroke={brass} opacity={0.75} width={0.7} />
      </Decoration>
      <span
        className="relative grid size-11 place-items-center rounded-full bg-inverse"
        style={{ boxShadow: `0 0 0 1.5px ${brass}`, color: brass }}
      >
        <Check className="size-5" strokeWidth={2.4} />
      </span>
    </>
  )
}
