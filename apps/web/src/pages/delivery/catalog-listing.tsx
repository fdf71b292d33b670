import { categories } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Rating } from '@/components/blocks/text/rating.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { listingQuery } from '@/features/delivery/listings/catalog-query.ts'
import { ListingAside } from '@/features/delivery/listings/listing-aside.tsx'
import { ListingView } from '@/features/delivery/listings/listing-view.tsx'
import { useMarketSide } from '@/features/market/marketplace/use-market-side.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

export const queries: PageQueries = ({ listingId = '' }) => [listingQuery(listingId)]

/** Shows a twin that is for sale. */
export default function CatalogListingPage() {
  const { listingId = '' } = useParams()
  const side = useMarketSide()
  const { roles, isStaff, status } = useAuth()
  const query = useQuery(listingQuery(listingId))
  const back = { label: 'Catalog', to: paths.catalog }
  const isBuyer = roles.includes('client') || (status !== 'signed-in' && !isStaff)
  return (
    <WorkPage side={side} title={query.data?.title ?? 'Listing'} isShared>
      <QueryState
        query={query}
        errorTitle="This listing did not load"
        isPage
        notFound={
          <NotFoundState record="listing" back={{ ...back, label: 'Back to the catalog' }} />
        }
      >
        {(listing) => (
          <>
            <PageHeader
              back={back}
              title={listing.title}
              meta={
                <>
                  <Id>{listing.id}</Id>
                  {listing.vendor.slug ? (
                    <Link className="link" to={paths.company(listing.vendor.slug)}>
                      {listing.vendor.name}
                    </Link>
                  ) : (
                    <span>{listing.vendor.name}</span>
                  )}
                  {listing.vendor.rating !== null && <Rating value={listing.vendor.rating} />}
                  <span>{categories[listing.category]}</span>
                  <span>Revision {listing.revision}</span>
                </>
              }
            />
            <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
              <ListingView listing={listing} />
              <ListingAside
                listing={listing}
                canBuy={isBuyer && !listing.isOwn}
                isStaff={isStaff}
              />
            </div>
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}
