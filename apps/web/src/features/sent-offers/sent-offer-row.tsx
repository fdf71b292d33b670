import type { SentOffer } from '@semblance/contract'
import { Id } from '@/components/blocks/id.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { MoreLink } from '@/components/blocks/more-link.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { date, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const endings: Record<NonNullable<SentOffer['rejectedAs']>, string> = {
  declined: 'Declined by the client',
  not_selected: 'The client chose another offer',
  withdrawn: 'Withdrawn by you',
  expired: 'The request expired',
}

/** One offer of the vendor; belongs in a list. */
export function SentOfferRow({ offer }: { offer: SentOffer }) {
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 className="font-semibold text-base">{offer.dprTitle}</h2>
          <StatusBadge status={offer.status} />
        </div>
        <p className="mt-0.5 text-muted-foreground text-sm">
          {offer.clientName}, sent {date(offer.createdAt)} <Id className="ml-1">{offer.id}</Id>
        </p>
        <p className="mt-2 line-clamp-2 max-w-[80ch] break-words text-base">{offer.description}</p>
        {offer.rejectedAs && (
          <p className="mt-2 break-words text-sm">
            <span className="font-medium">{endings[offer.rejectedAs]}</span>
            {offer.rejectReason && <>: {offer.rejectReason}</>}
          </p>
        )}
      </div>
      <div className="flex items-end justify-between gap-6 md:flex-col md:items-end md:justify-start md:gap-1">
        <div className="md:text-right">
          <Money cents={Number(offer.priceCents)} className="block font-semibold text-md" />
          <span className="num text-muted-foreground text-sm">
            in {plural(offer.timelineDays, 'day')}
          </span>
        </div>
        {offer.contractId && (
          <MoreLink to={paths.contract(offer.contractId)}>View contract</MoreLink>
        )}
      </div>
    </li>
  )
}
