import { categories, dataFormatLabels, type MarketDpr } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { Competition } from '@/components/blocks/text/competition.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { budgetText } from './dpr-labels.ts'
import { LabelBadge } from './label-badge.tsx'
import { MarketDetails } from './market-details.tsx'
import { OfferAction } from './offer-action.tsx'

type MarketCardProps = { dpr: MarketDpr; renderQuestions?: (dprId: string) => ReactNode }

export function MarketCard({ dpr, renderQuestions }: MarketCardProps) {
  return (
    <article className="card flex flex-col p-5 max-md:p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-semibold text-md leading-snug [overflow-wrap:anywhere]">
          <Link
            to={dpr.isOwn ? paths.dpr(dpr.id) : paths.submitOffer(dpr.id)}
            className="rounded-xs underline-offset-[3px] hover:underline"
          >
            {dpr.title}
          </Link>
        </h2>
        <LabelBadge label={dpr.label} />
      </div>
      <p className="mt-0.5 text-muted-foreground text-sm">
        {dpr.clientName}, posted <TimeText at={dpr.createdAt} />
      </p>
      <p className="mt-3 line-clamp-3 break-words text-base">{dpr.description}</p>
      <ul className="mt-3 flex flex-wrap gap-1.5" aria-label="Tags">
        <li>
          <Chip label={categories[dpr.category]} />
        </li>
        <li>
          <Chip label={dataFormatLabels[dpr.deliveryFormat]} />
        </li>
        {dpr.invited && (
          <li>
            <Chip label="You are invited" className="border-primary/40 text-primary" />
          </li>
        )}
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
        <MarketDetails dpr={dpr} renderQuestions={renderQuestions} />
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
