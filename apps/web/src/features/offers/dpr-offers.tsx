import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { OfferComparison } from './offer-comparison.tsx'
import { type OfferSort, sortOffers, useReceivedOffers } from './received-offers.ts'

/** Every offer on one request. */
export function DprOffers({ dprId, sort }: { dprId: string; sort: OfferSort }) {
  const query = useReceivedOffers(dprId)
  return (
    <QueryState query={query} errorTitle="Offers did not load">
      {({ pages }) => {
        const offers = pages.flatMap((page) => page.items)
        if (offers.length === 0) return <NoOffers />
        return (
          <>
            <OfferComparison
              title="Offers against your budget"
              offers={sortOffers(offers, sort)}
              complete={!query.hasNextPage}
            />
            <LoadMore query={query} />
          </>
        )
      }}
    </QueryState>
  )
}

export function NoOffers() {
  return (
    <div className="card">
      <EmptyState title="No offers yet">
        Vendors usually answer within 5-7 business days.
      </EmptyState>
    </div>
  )
}
