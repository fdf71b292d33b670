import { type ListingCard as Card, categories } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Rating } from '@/components/blocks/text/rating.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { MiniBars } from '@/components/viz/mini-bars.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { epsilonFact, percentText } from './listing-facts.ts'

type ListingCardProps = {
  listing: Card
  isCompared: boolean
  /** Missing where no more can be compared. */
  onCompare?: (isCompared: boolean) => void
}

/** Shows a listed twin: its shape, its figures with their units, and its lowest price. */
export function ListingCard({ listing, isCompared, onCompare }: ListingCardProps) {
  const { id, title, vendor, shape, optionsCount, lowestPriceCents } = listing
  return (
    <article className="card flex min-w-0 flex-col overflow-hidden">
      <div className="h-[72px] border-b bg-sunken px-3 pt-3">
        {shape.length > 0 && <MiniBars bars={shape} ink="twin" height={60} />}
      </div>
      <div className="flex flex-1 flex-col p-4">
        <h2 className="font-semibold text-md leading-snug [overflow-wrap:anywhere]">
          <Link
            to={paths.listing(id)}
            className="rounded-xs underline-offset-[3px] hover:underline"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
          {vendor.name}
          {vendor.rating !== null && <Rating value={vendor.rating} />}
          {listing.isOwn && <span className="font-medium text-primary">Your listing</span>}
        </p>
        <p className="mt-2 flex flex-wrap gap-1.5">
          <Chip label={categories[listing.category]} />
          <Chip label={plural(listing.records, 'row')} />
          <Chip label={plural(listing.columns, 'column')} />
        </p>
        <dl className="mt-3 grid grid-cols-2 gap-3 text-base">
          <Fact term="Accuracy" value={percentText(listing.accuracyPercent)} />
          <Fact term="Privacy per row" value={epsilonFact(listing.epsilon)} />
        </dl>
        <div className="mt-auto pt-3">
          <div className="flex flex-wrap items-center justify-between gap-2 border-t pt-3">
            <p>
              {optionsCount > 1 && <span className="text-muted-foreground text-sm">from </span>}
              <Money exact cents={Number(lowestPriceCents)} className="font-semibold text-md" />
            </p>
            <CheckboxField
              label={
                <>
                  Compare <span className="sr-only">{title}</span>
                </>
              }
              checked={isCompared}
              disabled={!onCompare && !isCompared}
              onCheckedChange={(checked) => onCompare?.(checked === true)}
            />
          </div>
        </div>
      </div>
    </article>
  )
}

export function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{term}</dt>
      <dd className="num font-semibold">{value}</dd>
    </div>
  )
}
