import { categories, type DprDetail, marketLabel } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { CopyButton } from '@/components/blocks/text/copy-button.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { DprNotice } from '@/features/market/dprs/dpr-notice.tsx'
import { takesOffersNow } from '@/features/market/dprs/form/closing.ts'
import { DprQuestions, questionsQuery } from '@/features/market/dprs/questions/dpr-questions.tsx'
import { ClientName } from '@/features/market/dprs/request/client-name.tsx'
import { RequestDocument } from '@/features/market/dprs/request/request-document.tsx'
import { RequestGrid } from '@/features/market/dprs/request/request-grid.tsx'
import { LabelBadge } from '@/features/market/marketplace/label-badge.tsx'
import { OfferPanel } from '@/features/market/marketplace/offer-panel.tsx'
import { useMarketSide } from '@/features/market/marketplace/use-market-side.ts'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const dprQuery = (dprId: string) => orpc.dprs.get.queryOptions({ input: { dprId } })

export const queries: PageQueries = ({ dprId = '' }) => [dprQuery(dprId), questionsQuery(dprId)]

/** Shows a request as the market sees it. */
export default function MarketRequestPage() {
  const { dprId = '' } = useParams()
  const side = useMarketSide()
  const query = useQuery(dprQuery(dprId))
  const back = { label: 'Marketplace', to: paths.marketplace }
  return (
    <WorkPage side={side} title={query.data?.title ?? 'DPR details'} isShared>
      <QueryState
        query={query}
        errorTitle="This DPR did not load"
        isPage
        notFound={
          <NotFoundState record="DPR" back={{ ...back, label: 'Back to the marketplace' }} />
        }
      >
        {(dpr) => (
          <>
            <PageHeader
              back={back}
              title={dpr.title}
              status={<Status dpr={dpr} />}
              meta={
                <>
                  <Id>{dpr.id}</Id>
                  <ClientName dpr={dpr} />
                  <span>{categories[dpr.category]}</span>
                  <span>
                    Posted <TimeText at={dpr.createdAt} />
                  </span>
                  {dpr.invitation && (
                    <span className="font-medium text-primary">You are invited</span>
                  )}
                </>
              }
              actions={
                <CopyButton
                  text={`${window.location.origin}${paths.marketRequest(dpr.id)}`}
                  noun="link"
                />
              }
            />
            <DprNotice dpr={dpr} />
            <RequestGrid
              document={<RequestDocument dpr={dpr} isLive={takesOffersNow(dpr)} />}
              aside={
                <>
                  <OfferPanel dpr={dpr} side={side} />
                  <DprQuestions dprId={dpr.id} />
                </>
              }
            />
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}

function Status({ dpr }: { dpr: DprDetail }) {
  if (!takesOffersNow(dpr)) return <StatusBadge domain="dpr" status={dpr.status} />
  return <LabelBadge label={marketLabel(dpr, new Date())} />
}
