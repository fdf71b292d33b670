import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { SentOfferList, sentOfferQueries } from '@/features/market/sent-offers/sent-offer-list.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = queriesForRole('vendor', (_, search) => sentOfferQueries(search))

export default function VendorMyOffersPage() {
  return (
    <WorkPage side="vendor" title="My Offers">
      <PageHeader
        title="My Offers"
        meta="Clients usually answer within 5-7 business days."
        actions={
          <Button asChild>
            <Link to={paths.marketplace}>Browse Marketplace</Link>
          </Button>
        }
      />
      <RequireSide side="vendor">
        <SentOfferList />
      </RequireSide>
    </WorkPage>
  )
}
