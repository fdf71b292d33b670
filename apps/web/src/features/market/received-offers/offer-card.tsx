import {
  type Company,
  complianceFlags,
  countries,
  formatTerm,
  type ReceivedOffer,
  termIds,
  termLabels,
} from '@semblance/contract'
import { CircleCheck, MapPin } from 'lucide-react'
import { ScoreMark } from '@/components/blocks/score/score-mark.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Rating } from '@/components/blocks/text/rating.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Avatar } from '@/components/ui/avatar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { plural } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { OfferActions } from './offer-actions.tsx'
import { OfferChanges } from './offer-changes.tsx'
import { OfferMore } from './offer-more.tsx'
import { distinctionLabels } from './received-offers.ts'
import { VendorName } from './vendor-name.tsx'

/** Shows an offer in six rows of a subgrid, so that rows align across cards. */
type OfferCardProps = {
  offer: ReceivedOffer
  /** Lists the vendors of all offers around it. */
  vendors: readonly string[]
}

export function OfferCard({ offer, vendors }: OfferCardProps) {
  const titleId = `offer-${offer.id}`
  const flags = complianceFlags(offer, offer.asked)
  return (
    <article
      aria-labelledby={titleId}
      className="card row-span-6 grid min-w-0 grid-rows-subgrid gap-0 overflow-hidden"
    >
      <Vendor offer={offer} vendors={vendors} titleId={titleId} />
      <div className="flex items-end justify-between gap-3 border-t px-5 py-4">
        <div>
          <div className="text-muted-foreground text-sm">{termLabels.price}</div>
          <div
            className={cn('figure mt-1 text-3xl leading-none', flags.price && 'text-st-warn-fg')}
          >
            <Money cents={Number(offer.priceCents)} />
          </div>
          {flags.price && <p className="mt-1.5 text-sm text-st-warn-fg">{flags.price}</p>}
        </div>
        <ul className="grid justify-items-end gap-1">
          {offer.distinctions.map((distinction) => (
            <li
              key={distinction}
              className="inline-flex items-center gap-1 whitespace-nowrap font-medium text-primary text-sm"
            >
              <CircleCheck className="size-3.5" aria-hidden />
              {distinctionLabels[distinction]}
            </li>
          ))}
        </ul>
      </div>
      <dl className="grid content-start gap-2 border-t px-5 py-3.5 text-base">
        {termIds
          .filter((term) => term !== 'price')
          .map((term) => (
            <div key={term} className="flex justify-between gap-3">
              <dt className="shrink-0 text-muted-foreground">{termLabels[term]}</dt>
              <dd className="num min-w-0 text-right font-medium">
                <span className={cn(flags[term] && 'text-st-warn-fg')}>
                  {formatTerm(term, offer)}
                </span>
                {flags[term] && (
                  <span className="block font-normal text-sm text-st-warn-fg">{flags[term]}</span>
                )}
              </dd>
            </div>
          ))}
      </dl>
      <div>
        <OfferChanges offer={offer} />
        <PendingProposal offer={offer} />
      </div>
      <OfferMore offer={offer} />
      <div className="grid content-end gap-2 border-t px-5 py-4">
        <OfferActions offer={offer} />
      </div>
    </article>
  )
}

function Vendor({
  offer: { vendor, status },
  vendors,
  titleId,
}: OfferCardProps & { titleId: string }) {
  return (
    <div className="p-5 pb-4">
      <div className="flex gap-3">
        <Avatar name={vendor.name} tone="vendor" square size={40} />
        <div className="min-w-0 flex-1">
          <h3 id={titleId} className="flex items-center gap-1.5 font-semibold text-md">
            <span className="truncate">
              <VendorName vendor={vendor} />
            </span>
            <VerifiedBadge />
          </h3>
          <p className="flex items-center gap-1 text-muted-foreground text-sm">
            <MapPin className="size-3.5 shrink-0" aria-hidden />
            <span className="truncate">{placeOf(vendor)}</span>
          </p>
        </div>
        {status !== 'pending' && <StatusBadge domain="offer" status={status} />}
      </div>
      <p className="num mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
        {vendor.rating !== null && <Rating value={vendor.rating} className="text-foreground" />}
        <span>{plural(vendor.completedContracts, 'completed deal')}</span>
        <ScoreMark vendorId={vendor.id} among={vendors} />
      </p>
    </div>
  )
}

function placeOf({ city, country }: Company) {
  const name = country === 'other' ? '' : (countries[country as keyof typeof countries] ?? country)
  return [city, name].filter(Boolean).join(', ')
}

/** Says why the offer can be neither accepted nor paid for the moment. */
function PendingProposal({ offer }: { offer: ReceivedOffer }) {
  const messages = useMessages()
  if (!offer.pendingProposal || offer.status === 'rejected' || offer.funded) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t bg-st-warn-bg px-5 py-3.5">
      <p className="min-w-0 flex-1 basis-40 text-sm text-st-warn-fg">
        {offer.pendingProposal.isOwn
          ? 'Your proposed changes wait for an answer.'
          : 'The vendor proposes changes. Answer them first.'}
      </p>
      <Button variant="outline" size="sm" onClick={() => messages.open({ offerId: offer.id })}>
        {offer.pendingProposal.isOwn ? 'View Messages' : 'Answer'}
      </Button>
    </div>
  )
}
