import type { OfferedRequest, ReceivedOffer, ReceivedSort } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'

type Which = { sort?: ReceivedSort; closed?: boolean }

/** Fetches offers on one request: live ones in the requested order, or ended ones. */
export const receivedOffersQuery = (
  dprId: string,
  { sort = 'newest', closed = false }: Which = {},
) =>
  orpc.offers.listReceived.infiniteOptions({
    input: (cursor: string | undefined) => ({ dprId, sort, closed, cursor, limit: 30 }),
    ...byCursor,
  })

export const useReceivedOffers = (dprId: string, which?: Which) =>
  useInfiniteQuery(receivedOffersQuery(dprId, which))

/**
 * Returns the query of requests that have received offers, newest first; closed ones are a separate
 * list.
 */
export const offeredRequestsQuery = (closed: boolean) =>
  orpc.offers.listRequests.infiniteOptions({
    input: (cursor: string | undefined) => ({ closed, cursor, limit: closed ? 20 : 5 }),
    ...byCursor,
  })

/** Returns the requests with live offers, which are shown in full. */
export const withLiveOffers = ({ pages }: { pages: { items: OfferedRequest[] }[] }) =>
  pages.flatMap(({ items }) => items).filter(({ liveCount }) => liveCount > 0)

export const useOfferedRequests = (closed: boolean) =>
  useInfiniteQuery(offeredRequestsQuery(closed))

export const sortLabels: Record<ReceivedSort, string> = {
  price: 'Price, low to high',
  time: 'Fastest delivery',
  rating: 'Best rated',
  deals: 'Most completed deals',
  newest: 'Newest first',
}

export const distinctionLabels: Record<ReceivedOffer['distinctions'][number], string> = {
  lowest_price: 'Lowest price',
  fastest_delivery: 'Fastest delivery',
  best_rated: 'Best rated',
}
