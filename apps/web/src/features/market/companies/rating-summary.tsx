import type { CompanyProfile } from '@semblance/contract'
import { Star } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { plural } from '@/lib/format.ts'
import { Stars } from './stars.tsx'

/** Shows the mean rating, and the number of reviews by stars, most stars first. */
export function RatingSummary({ company }: { company: CompanyProfile }) {
  const { rating, totalReviews, stars } = company
  if (rating === null) return null
  return (
    <Panel title="Rating">
      <div className="flex items-end gap-3">
        <span className="figure text-4xl leading-none">{rating.toFixed(1)}</span>
        <div>
          <Stars value={Math.round(rating)} label={`${rating.toFixed(1)} of 5 stars`} />
          <p className="num text-muted-foreground text-sm">{plural(totalReviews, 'review')}</p>
        </div>
      </div>
      <ul className="mt-5 grid gap-2">
        {[5, 4, 3, 2, 1].map((star) => (
          <StarBar key={star} star={star} reviews={stars[star - 1] ?? 0} total={totalReviews} />
        ))}
      </ul>
    </Panel>
  )
}

type StarBarProps = { star: number; reviews: number; total: number }

function StarBar({ star, reviews, total }: StarBarProps) {
  return (
    <li className="flex items-center gap-2.5 text-sm">
      <span aria-hidden className="num flex w-8 items-center gap-1">
        {star}
        <Star className="size-3 fill-(--brass) text-brass" />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot take the colors of the theme */}
      <div
        role="meter"
        aria-label={plural(star, 'star')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={reviews}
        aria-valuetext={`${reviews} of ${plural(total, 'review')}`}
        className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-muted ring-1 ring-border ring-inset"
      >
        <div
          className="h-full rounded-full bg-brass"
          style={{ width: `${total === 0 ? 0 : (100 * reviews) / total}%` }}
        />
      </div>
      <span aria-hidden className="num w-7 text-right text-muted-foreground">
        {reviews}
      </span>
    </li>
  )
}
