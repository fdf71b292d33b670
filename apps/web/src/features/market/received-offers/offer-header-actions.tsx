import { useQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'
import { OfferActions } from './offer-actions.tsx'

/** Offers the client's actions on one offer, outside the comparison; nothing until it is known and where it has ended. */
export function OfferHeaderActions({ offerId }: { offerId: string }) {
  const query = useQuery(orpc.offers.listReceived.queryOptions({ input: { offerId } }))
  const [offer] = query.data?.items ?? []
  return offer ? <OfferActions offer={offer} /> : null
}
