import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { ListingEditor } from '@/features/delivery/listings/listing-editor.tsx'
import { orpc } from '@/lib/api/api.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const ownListingQuery = (listingId: string) =>
  orpc.listings.getOwn.queryOptions({ input: { listingId } })

export const queries = queriesForRole('vendor', ({ listingId = '' }) => [
  ownListingQuery(listingId),
])

export default function VendorListingPage() {
  const { listingId = '' } = useParams()
  return (
    <WorkPage side="vendor" title="Listing">
      <RequireSide side="vendor" otherwise={<OtherSide />}>
        <Listing listingId={listingId} />
      </RequireSide>
    </WorkPage>
  )
}

/** Explains, under the page's title, why a member of the other side sees no listing here. */
const OtherSide = () => (
  <>
    <PageHeader title="Listing" />
    <RequireSide side="vendor">{null}</RequireSide>
  </>
)

function Listing({ listingId }: { listingId: string }) {
  const query = useQuery(ownListingQuery(listingId))
  const back = { label: 'Listings', to: paths.ownListings }
  return (
    <QueryState
      query={query}
      errorTitle="This listing did not load"
      isPage
      notFound={
        <NotFoundState record="listing" back={{ ...back, label: 'Back to your listings' }} />
      }
    >
      {(listing) => (
        <>
          <PageHeader
            back={back}
            title={listing.title}
            status={<StatusBadge domain="listing" status={listing.status} />}
            meta={
              <>
                <Id>{listing.id}</Id>
                <span>
                  {listing.contractId
                    ? `From contract ${listing.contractId}`
                    : 'Measured for this listing'}
                </span>
                <span>Bought {plural(listing.purchases, 'time')}</span>
                {listing.hasUnpublishedChanges && <span>Saved changes are not published</span>}
              </>
            }
          />
          {listing.takenDownReason && (
            <p role="alert" className="mb-5 rounded-md bg-st-danger-bg px-4 py-3 text-st-danger-fg">
              Semblance took this listing down: {listing.takenDownReason}
            </p>
          )}
          <RoleGate procedure="listings.save" to="edit listings" className="card p-5">
            <ListingEditor key={listing.id} listing={listing} />
          </RoleGate>
        </>
      )}
    </QueryState>
  )
}
