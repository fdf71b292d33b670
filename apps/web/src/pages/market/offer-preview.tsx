import type { ShownPreview } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { SharedPage } from '@/features/core/app-shell/pages/shared-page.tsx'
import { PreviewBody } from '@/features/delivery/explore/preview/preview-body.tsx'
import { OfferHeaderActions } from '@/features/market/received-offers/offer-header-actions.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { date } from '@/lib/format.ts'
import { lastSide } from '@/lib/session/last-side.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

const previewQuery = (offerId: string) => orpc.previews.shown.queryOptions({ input: { offerId } })

export const queries: PageQueries = ({ offerId = '' }) => [previewQuery(offerId)]

/** Shows synthetic rows made from the sample of an offer, to its client and its vendor. */
export default function OfferPreviewPage() {
  const { offerId = '' } = useParams()
  const query = useQuery(previewQuery(offerId))
  return (
    <SharedPage title={query.data ? `Preview for ${query.data.dprTitle}` : 'Preview of an offer'}>
      <QueryState
        query={query}
        errorTitle="This preview did not load"
        isPage
        notFound={
          <NotFoundState
            record="preview"
            back={{ label: 'Back to all offers', to: paths.offers }}
          />
        }
      >
        {(preview) => <Preview preview={preview} />}
      </QueryState>
    </SharedPage>
  )
}

function Preview({ preview }: { preview: ShownPreview }) {
  const { offerId, isOwn, dprId, dprTitle, vendorName, madeAt } = preview
  const { status } = useAuth()
  // A visitor reads as both parties.
  const isVendor = isOwn && (status !== 'signed-out' || lastSide() === 'vendor')
  return (
    <>
      <PageHeader
        back={
          isVendor
            ? { label: 'Offer details', to: paths.sentOffer(offerId) }
            : { label: 'Offers on this request', to: paths.offersOf(dprId) }
        }
        title={`Preview for ${dprTitle}`}
        meta={
          <>
            <Id>{offerId}</Id>
            <span className="inline-flex items-center gap-1.5">
              from {vendorName} <VerifiedBadge />
            </span>
            {madeAt && <span>made {date(madeAt)}</span>}
          </>
        }
        actions={!isVendor && <OfferHeaderActions offerId={offerId} />}
      />
      <PreviewBody preview={preview} />
    </>
  )
}
