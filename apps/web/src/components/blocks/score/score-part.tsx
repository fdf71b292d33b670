import { type ScoredPart, scoreParts } from '@semblance/contract'
import { factOf } from './score-texts.ts'

/** Shows the points of one part of a score with their interval. */
export function ScorePartRow({ part }: { part: ScoredPart }) {
  const { label, weight } = scoreParts[part.id]
  const { points } = part
  const fact = factOf(part)
  const share = (value: number) => `${(100 * value) / weight}%`
  return (
    <li className="grid gap-1 py-3">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium text-base">{label}</span>
        <span className="num shrink-0 text-base">
          <span className="font-semibold">{points ? points.value : '–'}</span>
          <span className="text-muted-foreground text-sm"> / {weight}</span>
        </span>
      </div>
      {points && (
        // biome-ignore lint/a11y/useSemanticElements: a meter element cannot show an interval
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={weight}
          aria-valuenow={points.value}
          aria-valuetext={`${points.value} of ${weight} points, with 95% between ${points.low} and ${points.high}`}
          className="relative h-2 overflow-hidden rounded-full bg-muted ring-1 ring-border ring-inset"
        >
          <div className="h-full rounded-full bg-primary" style={{ width: share(points.value) }} />
          <div
            className="absolute inset-y-[3px] rounded-full bg-brass"
            style={{ left: share(points.low), width: share(points.high - points.low) }}
          />
        </div>
      )}
      <p className="num text-muted-foreground text-sm">{fact}</p>
    </li>
  )
}
