import { categories, type SuggestedDpr } from '@semblance/contract'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { Competition } from '@/components/blocks/text/competition.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { budgetText } from './dpr-labels.ts'
import { LabelBadge } from './label-badge.tsx'
import { OfferAction } from './offer-action.tsx'

/** Shows a request in the dashboard's list; belongs in a list. */
export function DprRow({ dpr, reasons }: SuggestedDpr) {
  return (
    <li className="grid items-center gap-x-5 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={paths.submitOffer(dpr.id)}
            className="rounded-xs font-semibold underline-offset-[3px] hover:underline"
          >
            {dpr.title}
          </Link>
          <LabelBadge label={dpr.label} />
        </div>
        <p className="mt-0.5 text-muted-foreground text-sm">
          {dpr.clientName}, {categories[dpr.category]}, posted <TimeText at={dpr.createdAt} />
        </p>
        <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <Fact term="Budget" value={budgetText(dpr)} />
          <Fact term="Timeline" value={plural(dpr.timelineDays, 'day')} />
          <div className="inline-flex items-center gap-1.5">
            <dt className="sr-only">Offers</dt>
            <dd className="inline-flex items-center gap-1.5">
              <span className="num text-muted-foreground">{plural(dpr.offersCount, 'offer')}</span>
              <Competition offers={dpr.offersCount} />
            </dd>
          </div>
        </dl>
        {reasons.length > 0 && (
          <ul aria-label="Why it suits you" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {reasons.map((reason) => (
              <li key={reason} className="inline-flex items-start gap-1.5">
                <Check className="mt-[3px] size-3.5 shrink-0 text-primary" aria-hidden />
                {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
      <OfferAction dpr={dpr} size="sm" variant="outline" />
    </li>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex gap-1">
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="num font-medium">{value}</dd>
    </div>
  )
}
