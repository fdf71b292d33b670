import type { OfferPreview } from '@semblance/contract'
import { qualityFact } from '@semblance/plots'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { SharedPage } from '@/features/core/app-shell/pages/shared-page.tsx'
import { ExploreTables } from '@/features/delivery/explore/explore-panel.tsx'
import { orpc } from '@/lib/api/api.ts'
import { count, date } from '@/lib/format.ts'
import { lastSide } from '@/lib/session/last-side.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

/** Shows synthetic rows made from the sample of an offer, to its client and its vendor. */
export default function OfferPreviewPage() {
  const { offerId = '' } = useParams()
  const query = useQuery(orpc.previews.ofOffer.queryOptions({ input: { offerId } }))
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

function Preview({ preview }: { preview: OfferPreview }) {
  const { offerId, isOwn, dprId, dprTitle, vendorName, isLoaded, madeAt, figures, tables } = preview
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
            <span>made {date(madeAt)}</span>
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="card overflow-hidden">
          <DescriptionStrip facts={factsOf(figures)} />
        </div>
        <ExploreTables tables={tables} />
        <p className="max-w-[72ch] text-muted-foreground text-sm">
          These rows are synthetic: made from{' '}
          {isLoaded ? 'a table of the sample marketplace' : "a sample of the vendor's"}, by the
          engine that makes deliveries. No row stands for a real record.{' '}
          {!isLoaded && 'The platform no longer has the key of the sample. '}
          How the whole delivery compares with its original is in the report that comes with it.
        </p>
      </div>
    </>
  )
}

const factsOf = ({ rows, columns, accuracy, qualityScore, epsilon }: OfferPreview['figures']) => [
  { label: 'Synthetic rows', value: count(rows) },
  { label: 'Columns', value: count(columns) },
  qualityFact(accuracy, qualityScore),
  ...(epsilon === null ? [] : [{ label: 'Privacy loss (epsilon)', value: String(epsilon) }]),
]
