import { type MarketDpr, privacyEpsilons, type Side } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Competition } from '@/components/blocks/text/competition.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { budgetText } from './dpr-labels.ts'
import { LabelBadge } from './label-badge.tsx'
import { MarketColumns } from './market-columns.tsx'
import { ClientActions, OfferAction, ViewDetails } from './offer-action.tsx'

export function MarketCard({ dpr, side }: { dpr: MarketDpr; side: Side }) {
  return (
    <article className="card flex flex-col p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-semibold text-md leading-snug [overflow-wrap:anywhere]">
          <Link
            to={paths.marketRequest(dpr.id)}
            className="rounded-xs underline-offset-[3px] hover:underline"
          >
            {dpr.title}
          </Link>
        </h2>
        <LabelBadge label={dpr.label} />
      </div>
      <p className="mt-0.5 text-muted-foreground text-sm">
        {dpr.clientName}, <TimeText at={dpr.createdAt} />
        {dpr.invited && <span className="font-medium text-primary"> · You are invited</span>}
      </p>
      <MarketColumns dpr={dpr} />
      <p className="mt-2 line-clamp-2 break-words text-base">{dpr.description}</p>
      <dl className="mt-auto grid grid-cols-[auto_auto_auto_auto] justify-between gap-3 pt-3 text-base">
        <Fact term="Budget" value={budgetText(dpr)} />
        <Fact term="Timeline" value={plural(dpr.timelineDays, 'day')} />
        <Fact term="Privacy" value={`ε ≤ ${privacyEpsilons[dpr.privacyLevel]}`} />
        {side === 'vendor' && (
          <Fact
            term="Offers"
            value={
              <span className="flex flex-wrap items-center gap-x-2">
                {dpr.offersCount}
                <Competition offers={dpr.offersCount} />
              </span>
            }
          />
        )}
      </dl>
      <div className="mt-3 flex gap-2 border-t pt-3 [&>*]:flex-1">
        {side === 'client' ? (
          <ClientActions dpr={dpr} />
        ) : (
          <>
            <OfferAction dpr={dpr} variant="soft" />
            <ViewDetails dpr={dpr} />
          </>
        )}
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
