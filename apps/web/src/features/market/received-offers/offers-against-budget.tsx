import type { ReceivedOffer } from '@semblance/contract'
import { MarketRuler } from '@/components/viz/market-ruler.tsx'
import { plural, usdRange } from '@/lib/format.ts'

type OffersAgainstBudgetProps = {
  /** Lists at least one offer, all on the same request. */
  offers: readonly ReceivedOffer[]
  /** Set if it is a separate panel. */
  title?: string
}

export function OffersAgainstBudget({ offers, title }: OffersAgainstBudgetProps) {
  const asked = offers[0]?.asked
  if (!asked) return null
  const [minCents, maxCents] = [Number(asked.budgetMinCents), Number(asked.budgetMaxCents)]
  return (
    <div className="card px-4 pt-4 pb-5 md:px-5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        {title && <h2 className="font-semibold text-md">{title}</h2>}
        <span className="num text-muted-foreground text-sm">
          Budget {usdRange(minCents, maxCents)}, deadline {plural(asked.timelineDays, 'day')}
        </span>
      </div>
      <MarketRuler
        zone={{ name: 'Budget', fromCents: minCents, toCents: maxCents }}
        marks={offers.map((offer) => ({
          id: offer.id,
          name: offer.vendor.name,
          cents: Number(offer.priceCents),
        }))}
      />
    </div>
  )
}
