import type { ReceivedOffer } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api.ts'

/** Offers received by the caller's organization, newest first, on one request or on all. */
export function useReceivedOffers(dprId?: string) {
  return useInfiniteQuery(
    orpc.offers.listReceived.infiniteOptions({
      input: (cursor: string | undefined) => ({ dprId, cursor, limit: 60 }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
}

export type OfferGroup = { dprId: string; dprTitle: string; offers: ReceivedOffer[] }

/** In the order in which the requests first appear. */
export function groupByDpr(offers: readonly ReceivedOffer[]): OfferGroup[] {
  const groups = new Map<string, OfferGroup>()
  for (const offer of offers) {
    const group = groups.get(offer.dprId)
    if (group) group.offers.push(offer)
    else groups.set(offer.dprId, { dprId: offer.dprId, dprTitle: offer.dprTitle, offers: [offer] })
  }
  return [...groups.values()]
}

export const offerSorts = {
  price: 'Price, low to high',
  time: 'Fastest delivery',
  deals: 'Most completed deals',
  newest: 'Newest first',
} as const
export type OfferSort = keyof typeof offerSorts

const comparisons: Record<OfferSort, (a: ReceivedOffer, b: ReceivedOffer) => number> = {
  price: (a, b) => Number(a.priceCents - b.priceCents),
  time: (a, b) => a.timelineDays - b.timelineDays,
  deals: (a, b) => b.vendor.completedContracts - a.vendor.completedContracts,
  newest: (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
}

export function sortOffers(offers: readonly ReceivedOffer[], sort: OfferSort): ReceivedOffer[] {
  return [...offers].sort(comparisons[sort])
}
