import type { ReceivedOffer } from '@semblance/contract'
import { Check } from 'lucide-react'
import { useUrlParams } from '@/lib/api/use-address-params.ts'

/** Sets the number of compared columns, unless others are chosen. */
const FIRST = 3

/** Returns the compared offers, stored in the address; at least one. */
export function useCompared(offers: readonly ReceivedOffer[]) {
  const [params, change] = useUrlParams()
  const named = params.get('offers')?.split(',') ?? []
  const known = offers.filter(({ id }) => named.includes(id))
  const chosen = known.length > 0 ? known : offers.slice(0, FIRST)
  const toggle = (offerId: string) => {
    const ids = chosen.map(({ id }) => id)
    const next = ids.includes(offerId) ? ids.filter((id) => id !== offerId) : [...ids, offerId]
    if (next.length === 0) return
    change((current) => current.set('offers', next.join(',')))
  }
  return { chosen, toggle }
}

type ComparedOffersProps = {
  offers: readonly ReceivedOffer[]
  chosen: readonly ReceivedOffer[]
  onToggle: (offerId: string) => void
}

export function ComparedOffers({ offers, chosen, onToggle }: ComparedOffersProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Offers to compare</legend>
      {offers.map((offer) => {
        const isOn = chosen.includes(offer)
        return (
          <button
            key={offer.id}
            type="button"
            aria-pressed={isOn}
            onClick={() => onToggle(offer.id)}
            className="inline-flex h-[30px] max-w-60 items-center gap-1.5 rounded-sm border border-border-strong bg-card px-3 font-medium text-sm hover:bg-accent aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary max-md:h-10"
          >
            {isOn && <Check className="size-3.5 shrink-0" aria-hidden />}
            <span className="truncate">{offer.vendor.name}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
