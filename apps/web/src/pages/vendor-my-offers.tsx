import { Link } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { SentOfferList, sentOfferQueries } from '@/features/sent-offers/sent-offer-list.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = onlyFor('vendor', (_, search) => sentOfferQueries(search))

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
      <SideOnly side="vendor">
        <SentOfferList />
      </SideOnly>
    </WorkPage>
  )
}
