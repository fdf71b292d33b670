import { offerCan, type SentOfferDetail } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { MessagesSquare, SquarePen } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { SamplePanel, sampleQuery } from '@/features/delivery/explore/sample-panel.tsx'
import { ClientLink } from '@/features/market/sent-offers/client-link.tsx'
import { DownloadProposal } from '@/features/market/sent-offers/download-proposal.tsx'
import { OfferDetail } from '@/features/market/sent-offers/offer-detail.tsx'
import { WithdrawOffer } from '@/features/market/sent-offers/withdraw-offer.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { date } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { paths } from '@/paths.ts'

const back = { label: 'My Offers', to: paths.sentOffers }

const offerQuery = (offerId: string) => orpc.offers.getSent.queryOptions({ input: { offerId } })

export const queries: PageQueries = ({ offerId = '' }) => [
  offerQuery(offerId),
  sampleQuery(offerId),
]

export default function OfferDetailsPage() {
  const { offerId = '' } = useParams()
  const query = useQuery(offerQuery(offerId))
  return (
    <WorkPage side="vendor" title={query.data?.dprTitle ?? 'Offer details'}>
      <QueryState
        query={query}
        errorTitle="This offer did not load"
        isPage
        notFound={<NotFoundState record="offer" back={back} />}
      >
        {(offer) => (
          <>
            <PageHeader
              back={back}
              title={offer.dprTitle}
              status={<StatusBadge domain="offer" status={offer.status} />}
              meta={
                <>
                  <Id>{offer.id}</Id>
                  <span>
                    for <ClientLink offer={offer} />
                  </span>
                  <span>sent {date(offer.createdAt)}</span>
                </>
              }
              actions={<Actions offer={offer} />}
            />
            <OfferDetail offer={offer} preview={<SamplePanel offer={offer} />} />
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}

function Actions({ offer }: { offer: SentOfferDetail }) {
  const messages = useMessages()
  return (
    <>
      {offerCan.withdraw(offer.status) && <WithdrawOffer offer={offer} />}
      <DownloadProposal offerId={offer.id} />
      <Button variant="outline" onClick={() => messages.open({ offerId: offer.id })}>
        <MessagesSquare aria-hidden />
        View Messages
        {offer.unreadCount > 0 && (
          <span className="num rounded-xs bg-primary-soft px-1.5 py-px text-primary text-xs">
            {offer.unreadCount}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </Button>
      {offerCan.edit(offer.status) && !offer.pendingProposal && (
        <MayCall procedure="offers.edit">
          <Button asChild>
            <Link to={paths.editOffer(offer.id)}>
              <SquarePen aria-hidden />
              Edit Offer
            </Link>
          </Button>
        </MayCall>
      )}
    </>
  )
}
