import { type Company, countries, offerCan, type ReceivedOffer } from '@semblance/contract'
import { CircleCheck, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { Money } from '@/components/blocks/money.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { Verified } from '@/components/blocks/verified.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { date, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { AcceptOffer } from './accept-offer.tsx'
import { RejectOffer } from './reject-offer.tsx'

type OfferCardProps = {
  offer: ReceivedOffer
  distinction?: string
  /** Another offer on the same request has been accepted. */
  rivalAccepted: boolean
}

/** Five rows of a subgrid, so that rows align across cards. */
export function OfferCard({ offer, distinction, rivalAccepted }: OfferCardProps) {
  const { vendor } = offer
  const titleId = `offer-${offer.id}`
  return (
    <article
      aria-labelledby={titleId}
      className="card row-span-5 grid min-w-0 grid-rows-subgrid gap-0 overflow-hidden"
    >
      <div className="p-5 pb-4">
        <div className="flex gap-3">
          <Avatar name={vendor.name} tone="vendor" square size={40} />
          <div className="min-w-0 flex-1">
            <h3 id={titleId} className="flex items-center gap-1.5 font-semibold text-md">
              <span className="truncate">{vendor.name}</span>
              <Verified />
            </h3>
            <p className="flex items-center gap-1 text-muted-foreground text-sm">
              <MapPin className="size-3.5" aria-hidden />
              {placeOf(vendor)}
            </p>
          </div>
          {offer.status !== 'pending' && <StatusBadge status={offer.status} />}
        </div>
        <p className="num mt-3 text-muted-foreground text-sm">
          {plural(vendor.completedContracts, 'completed deal')}
        </p>
      </div>
      <div className="flex items-end justify-between gap-3 border-t px-5 py-4">
        <div>
          <div className="text-muted-foreground text-sm">Total Price</div>
          <div className="figure mt-1 text-3xl leading-none">
            <Money cents={Number(offer.priceCents)} />
          </div>
        </div>
        {distinction && (
          <span className="inline-flex items-center gap-1 font-medium text-primary text-sm">
            <CircleCheck className="size-3.5" aria-hidden />
            {distinction}
          </span>
        )}
      </div>
      <dl className="grid content-start gap-2 border-t px-5 py-3 text-base">
        <Term
          term="Delivery Timeline"
          value={timelineText(offer)}
          warn={offer.timelineDays > offer.dprTimelineDays}
        />
        <Term term="Sent" value={date(offer.createdAt)} />
      </dl>
      <p className="whitespace-pre-line border-t px-5 py-4 text-base [overflow-wrap:anywhere]">
        {offer.description}
      </p>
      <div className="grid content-end gap-2 border-t px-5 py-4">
        <OfferActions offer={offer} rivalAccepted={rivalAccepted} />
      </div>
    </article>
  )
}

function OfferActions({ offer, rivalAccepted }: Pick<OfferCardProps, 'offer' | 'rivalAccepted'>) {
  if (offer.funded && offer.contractId)
    return (
      <Button variant="outline" asChild>
        <Link to={paths.contract(offer.contractId)}>View Contract</Link>
      </Button>
    )
  if (offerCan.pay(offer.status))
    return (
      <Button asChild>
        <Link to={paths.payment(offer.id)}>Continue to payment</Link>
      </Button>
    )
  return (
    <>
      {rivalAccepted ? (
        <p className="py-1.5 text-muted-foreground text-sm">
          Another offer on this request has already been accepted.
        </p>
      ) : (
        offerCan.accept(offer.status) && <AcceptOffer offer={offer} />
      )}
      {offerCan.reject(offer.status) && <RejectOffer offer={offer} />}
    </>
  )
}

function Term({ term, value, warn }: { term: string; value: string; warn?: boolean }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted-foreground">{term}</dt>
      <dd className={cn('num text-right font-medium', warn && 'text-st-warn-fg')}>{value}</dd>
    </div>
  )
}

function timelineText({ timelineDays, dprTimelineDays }: ReceivedOffer) {
  const over = timelineDays - dprTimelineDays
  const days = plural(timelineDays, 'day')
  return over > 0 ? `${days}, ${over} over deadline` : days
}

function placeOf({ city, country }: Company) {
  const name = country === 'other' ? '' : (countries[country as keyof typeof countries] ?? country)
  return [city, name].filter(Boolean).join(', ')
}
