import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import {
  ListableDeliveries,
  ListingPurchases,
  listableQuery,
  OwnListings,
  ownListingsQuery,
  purchasesQuery,
} from '@/features/delivery/listings/own-listings.tsx'
import { BeginTwin } from '@/features/delivery/listings/twins/begin-twin.tsx'
import { MeasuredTwins, twinsQuery } from '@/features/delivery/listings/twins/measured-twins.tsx'
import { Subscribers } from '@/features/delivery/subscriptions/subscription-list.tsx'
import { subscriptionsQuery } from '@/features/delivery/subscriptions/subscription-queries.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { wasLastViewer } from '@/lib/session/last-viewer.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

export const queries = queriesForRole('vendor', () => [
  ownListingsQuery,
  listableQuery,
  twinsQuery,
  purchasesQuery,
  ...(wasLastViewer('member') ? [subscriptionsQuery('vendor')] : []),
])

export default function VendorListingsPage() {
  const { status } = useAuth()
  return (
    <WorkPage side="vendor" title="Listings">
      <PageHeader
        title="Listings"
        meta="Twins that you sell again. A copy reads no original, and costs your source no privacy."
        actions={
          <>
            <Button variant="outline" asChild>
              <Link to={paths.catalog}>Open the catalog</Link>
            </Button>
            <RequireSide side="vendor" otherwise={null}>
              <BeginTwin label="New listing from data" />
            </RequireSide>
          </>
        }
      />
      <RequireSide side="vendor">
        <div className="grid min-w-0 gap-5">
          <OwnListings />
          {status === 'signed-in' && <Subscribers />}
          <ListableDeliveries />
          <MeasuredTwins />
          <ListingPurchases />
        </div>
      </RequireSide>
    </WorkPage>
  )
}
