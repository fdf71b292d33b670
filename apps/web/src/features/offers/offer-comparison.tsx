import type { ReceivedOffer } from '@semblance/contract'
import { BudgetRuler } from '@/components/viz/budget-ruler.tsx'
import { plural, usdRange } from '@/lib/format.ts'
import { OfferCard } from './offer-card.tsx'
import { RejectedOffers } from './rejected-offers.tsx'

type OfferComparisonProps = {
  /** At least one, all on the same request, in the order to show. */
  offers: readonly ReceivedOffer[]
  /** Whether these are all there are; only then "Lowest price" can be said. */
  complete: boolean
  /** Where the comparison is a page of its own. */
  title?: string
}

/** One request's offers side by side, against its budget. */
export function OfferComparison({ offers, complete, title }: OfferComparisonProps) {
  const live = offers.filter((offer) => offer.status !== 'rejected')
  const accepted = live.find((offer) => offer.status === 'accepted')
  const first = offers[0]
  if (!first) return null
  return (
    <div className="grid gap-5">
      {(title || live.length > 1) && <Ruler offers={live} request={first} title={title} />}
      {live.length > 0 && (
        <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
          {live.map((offer) => (
            <OfferCard
              key={offer.id}
              offer={offer}
              distinction={complete ? distinctionOf(offer, live) : undefined}
              rivalAccepted={accepted !== undefined && accepted !== offer}
            />
          ))}
        </div>
      )}
      <RejectedOffers offers={offers.filter((offer) => offer.status === 'rejected')} />
    </div>
  )
}

type RulerProps = {
  offers: readonly ReceivedOffer[]
  /** Any offer on the request; it carries the budget. */
  request: ReceivedOffer
  title?: string
}

function Ruler({ offers, request, title }: RulerProps) {
  const minCents = Number(request.dprBudgetMinCents)
  const maxCents = Number(request.dprBudgetMaxCents)
  return (
    <div className="card px-4 pt-4 pb-5 md:px-5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        {title && <h2 className="font-semibold text-md">{title}</h2>}
        <span className="num text-muted-foreground text-sm">
          Budget {usdRange(minCents, maxCents)}, delivery in{' '}
          {plural(request.dprTimelineDays, 'day')}
        </span>
      </div>
      <BudgetRuler
        budgetMinCents={minCents}
        budgetMaxCents={maxCents}
        offers={offers.map((offer) => ({
          id: offer.id,
          name: offer.vendor.name,
          priceCents: Number(offer.priceCents),
        }))}
      />
    </div>
  )
}

/** What one offer alone can say among its rivals. */
function distinctionOf(offer: ReceivedOffer, live: readonly ReceivedOffer[]) {
  const rivals = live.filter((other) => other !== offer)
  if (rivals.length === 0) return undefined
  if (rivals.every((rival) => offer.priceCents < rival.priceCents)) return 'Lowest price'
  if (rivals.every((rival) => offer.timelineDays < rival.timelineDays)) return 'Fastest delivery'
  return undefined
}
