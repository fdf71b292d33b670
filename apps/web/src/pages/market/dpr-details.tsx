import { categories, type DprDetail, dprCan } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { AnsweringSection } from '@/components/blocks/answering/answering-section.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { DprMenu } from '@/features/market/dprs/dpr-menu.tsx'
import { DprNotice } from '@/features/market/dprs/dpr-notice.tsx'
import { ExportDpr } from '@/features/market/dprs/export-dpr.tsx'
import { takesOffersNow } from '@/features/market/dprs/form/closing.ts'
import { DprQuestions, questionsQuery } from '@/features/market/dprs/questions/dpr-questions.tsx'
import { LikeRequests } from '@/features/market/dprs/request/like-requests.tsx'
import { RequestDocument } from '@/features/market/dprs/request/request-document.tsx'
import { RequestGrid } from '@/features/market/dprs/request/request-grid.tsx'
import {
  InviteVendors,
  suggestedVendorsQuery,
} from '@/features/market/dprs/vendors/invite-vendors.tsx'
import { VendorsPanel } from '@/features/market/dprs/vendors/vendors-panel.tsx'
import {
  cheapestOffersQuery,
  OffersAside,
} from '@/features/market/received-offers/offers-aside.tsx'
import { orpc } from '@/lib/api/api.ts'
import { type PageQueries, thenQuery } from '@/lib/api/page-queries.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const dprQuery = (dprId: string) => orpc.dprs.get.queryOptions({ input: { dprId } })

export const queries: PageQueries = ({ dprId = '' }) => [
  thenQuery(dprQuery(dprId), (dpr) =>
    dpr.isOwn
      ? [dpr.offersCount > 0 ? cheapestOffersQuery(dprId) : suggestedVendorsQuery(dprId)]
      : [],
  ),
  questionsQuery(dprId),
]

/** Shows a client's own request; others read it on the marketplace. */
export default function DprDetailsPage() {
  const { dprId = '' } = useParams()
  const { hash } = useLocation()
  const query = useQuery(dprQuery(dprId))
  if (query.data && !query.data.isOwn)
    return <Navigate to={paths.marketRequest(dprId) + hash} replace />
  return (
    <WorkPage side="client" title={query.data?.title ?? 'DPR details'}>
      <QueryState
        query={query}
        errorTitle="This DPR did not load"
        isPage
        notFound={
          <NotFoundState record="DPR" back={{ label: 'Back to DPRs', to: paths.manageDprs }} />
        }
      >
        {(dpr) => <OwnRequest dpr={dpr} />}
      </QueryState>
    </WorkPage>
  )
}

function OwnRequest({ dpr }: { dpr: DprDetail }) {
  const isLive = takesOffersNow(dpr)
  return (
    <>
      <PageHeader
        back={{ label: 'DPRs', to: paths.manageDprs }}
        title={dpr.title}
        status={<StatusBadge domain="dpr" status={dpr.status} />}
        meta={
          <>
            <Id>{dpr.id}</Id>
            <span>{categories[dpr.category]}</span>
            <span>Posted {date(dpr.createdAt)}</span>
          </>
        }
        actions={
          <>
            <ExportDpr dpr={dpr} />
            <DprMenu dpr={dpr} />
          </>
        }
      />
      <DprNotice dpr={dpr} />
      {isLive && dpr.offersCount === 0 && <InviteVendors dprId={dpr.id} />}
      <RequestGrid
        document={<RequestDocument dpr={dpr} isLive={dprCan.takeOffers(dpr.status)} />}
        aside={
          <>
            <OffersAside dpr={dpr} isLive={isLive} />
            {isLive && (
              <AnsweringSection
                dprId={dpr.id}
                side="client"
                heading="h2"
                className="card p-4 md:p-5"
              />
            )}
            <DprQuestions dprId={dpr.id} />
            <VendorsPanel dpr={dpr} />
            {isLive && <LikeRequests dpr={dpr} />}
          </>
        }
      />
    </>
  )
}
