import { offerCan } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { AcceptOffer } from '@/components/blocks/agreement/accept-offer.tsx'
import { orpc } from '@/lib/api/api.ts'
import { OfferActions, ProposeChanges } from './offer-actions.tsx'

/** Offers the client's actions on one offer, outside the comparison; nothing until it is known and where it has ended. */
export function OfferHeaderActions({ offerId }: { offerId: string }) {
  const query = useQuery(orpc.offers.listReceived.queryOptions({ input: { offerId } }))
  const [offer] = query.data?.items ?? []
  if (!offer) return null
  if (offer.rivalAccepted || !offerCan.accept(offer.status)) return <OfferActions offer={offer} />
  return (
    <>
      <ProposeChanges offer={offer} />
      <AcceptOffer offer={offer} />
    </>
  )
}
