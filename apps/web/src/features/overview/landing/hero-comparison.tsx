import { Lock, MoveHorizontal } from 'lucide-react'
import type { RefObject } from 'react'
import { HeroShape } from './hero-shape.tsx'
import type { useDivider } from './use-divider.ts'

type HeroComparisonProps = {
  box: RefObject<HTMLDivElement | null>
  divider: ReturnType<typeof useDivider>
}

const noteClasses =
  'absolute bottom-3 rounded-sm border bg-card px-3 py-2 text-xs leading-relaxed shadow-raised md:bottom-4'

/** Shows original and twin on either side of a divider, which pointer and arrow keys move. */
export function HeroComparison({ box, divider }: HeroComparisonProps) {
  const { share, bounds, onPointerDown, onPointerMove, onKeyDown } = divider
  const percent = Math.round(share * 100)
  return (
    <div
      ref={box}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      className="relative mt-4 h-[240px] cursor-ew-resize touch-pan-y select-none md:h-[300px] lg:-mt-6"
    >
      <HeroShape share={share} className="absolute inset-0 size-full" />
      {/* The line is as wide as the picture and moves by transform, so the layout is not recomputed. */}
      <div className="absolute inset-0" style={{ transform: `translateX(${share * 100}%)` }}>
        <div className="absolute -top-4 bottom-0 w-px bg-foreground" />
        <div
          role="slider"
          tabIndex={0}
          aria-label="Compare original with synthetic twin"
          aria-valuemin={bounds.min}
          aria-valuemax={bounds.max}
          aria-valuenow={percent}
          aria-valuetext={`${percent}% original, ${100 - percent}% synthetic twin`}
          onKeyDown={onKeyDown}
          className="absolute top-1/2 left-0 grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full bg-foreground text-background shadow-float"
        >
          <MoveHorizontal className="size-5" aria-hidden />
        </div>
        <div className={`${noteClasses} right-[calc(100%+20px)] border-brass-line`}>
          <span className="flex items-center gap-1.5 whitespace-nowrap font-semibold text-brass-strong">
            <Lock className="size-3" aria-hidden />
            Original, sealed
          </span>
          <span aria-hidden className="mono mt-0.5 hidden whitespace-nowrap sm:block">
            <i className="redact w-14" /> <i className="redact w-8" /> <i className="redact w-12" />{' '}
            <i className="redact w-9" />
          </span>
        </div>
        <div className={`${noteClasses} left-5 border-primary/30`}>
          <span className="whitespace-nowrap font-semibold text-primary">
            Synthetic twin, yours
          </span>
          <span className="mono mt-0.5 hidden whitespace-nowrap sm:block">
            S-000184&ensp;34&ensp;Leeds&ensp;$41.87
          </span>
        </div>
      </div>
    </div>
  )
}
