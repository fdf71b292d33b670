import { errors, offerCan, type SentOfferDetail } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { SamplePanel, sampleQuery } from '@/features/delivery/explore/sample-panel.tsx'
import { OfferEditForm } from '@/features/market/sent-offers/offer-edit-form.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const offerQuery = (offerId: string) => orpc.offers.getSent.queryOptions({ input: { offerId } })

export const queries: PageQueries = ({ offerId = '' }) => [
  offerQuery(offerId),
  sampleQuery(offerId),
]

export default function EditOfferPage() {
  const { offerId = '' } = useParams()
  const query = useQuery(offerQuery(offerId))
  return (
    <WorkPage
      side="vendor"
      title={query.data ? `Edit offer: ${query.data.dprTitle}` : 'Edit offer'}
    >
      <QueryState
        query={query}
        errorTitle="This offer did not load"
        isPage
        notFound={
          <NotFoundState record="offer" back={{ label: 'My Offers', to: paths.sentOffers }} />
        }
      >
        {(offer) => (
          <>
            <PageHeader
              back={{ label: 'Offer details', to: paths.sentOffer(offer.id) }}
              title="Edit Offer"
              meta={
                <>
                  <Id>{offer.id}</Id>
                  <span>on {offer.dprTitle}. The client looks at the new terms again.</span>
                </>
              }
            />
            <FormOrRefusal key={offer.id} offer={offer} />
            <div className="mt-5 max-w-[1080px]">
              <SamplePanel offer={offer} />
            </div>
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}

function FormOrRefusal({ offer }: { offer: SentOfferDetail }) {
  if (offerCan.edit(offer.status) && !offer.pendingProposal)
    return (
      <RoleGate procedure="offers.edit" to="change offers" className="card p-5">
        <OfferEditForm offer={offer} />
      </RoleGate>
    )
  const { message } = offer.pendingProposal ? errors.proposal_pending : errors.terms_fixed
  return (
    <div className="card">
      <EmptyState
        title={message}
        action={
          <Button asChild variant="outline">
            <Link to={paths.sentOffer(offer.id)}>Back to Offer</Link>
          </Button>
        }
      />
    </div>
  )
}
