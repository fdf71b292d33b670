import { categories, type MarketDpr } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Chip } from '@/components/blocks/chip.tsx'
import { Competition } from '@/components/blocks/competition.tsx'
import { plural, relativeTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { budgetText, formatLabel } from './dpr-labels.ts'
import { MarketDetails } from './market-details.tsx'
import { OfferAction } from './offer-action.tsx'

export function MarketCard({ dpr }: { dpr: MarketDpr }) {
  return (
    <article className="card flex flex-col p-5 max-md:p-4">
      <h2 className="font-semibold text-md leading-snug">
        <Link
          to={paths.submitOffer(dpr.id)}
          className="rounded-xs underline-offset-[3px] hover:underline"
        >
          {dpr.title}
        </Link>
      </h2>
      <p className="mt-0.5 text-muted-foreground text-sm">
        {dpr.clientName}, posted {relativeTime(dpr.createdAt)}
      </p>
      <p className="mt-3 line-clamp-3 break-words text-base">{dpr.description}</p>
      <ul className="mt-3 flex flex-wrap gap-1.5" aria-label="Tags">
        <li>
          <Chip label={categories[dpr.category]} />
        </li>
        <li>
          <Chip label={formatLabel(dpr.deliveryFormat)} />
        </li>
      </ul>
      <dl className="mt-auto grid grid-cols-3 gap-3 pt-4 text-base">
        <Fact term="Budget" value={budgetText(dpr)} />
        <Fact term="Timeline" value={plural(dpr.timelineDays, 'day')} />
        <Fact
          term="Offers"
          value={
            <span className="flex flex-wrap items-center gap-x-2">
              {dpr.offersCount}
              <Competition offers={dpr.offersCount} />
            </span>
          }
        />
      </dl>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <OfferAction dpr={dpr} variant="soft" />
        <MarketDetails dpr={dpr} />
      </div>
    </article>
  )
}

function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-muted-foreground text-xs">{term}</dt>
      <dd className="num font-semibold">{value}</dd>
    </div>
  )
}
