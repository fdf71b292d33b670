import { categories, type DprDetail, dprCan } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { DprMenu } from '@/features/market/dprs/dpr-menu.tsx'
import { DprNextStep } from '@/features/market/dprs/dpr-next-step.tsx'
import { DprNotice } from '@/features/market/dprs/dpr-notice.tsx'
import { DprOverview } from '@/features/market/dprs/dpr-overview.tsx'
import { DprQuestions, questionsQuery } from '@/features/market/dprs/questions/dpr-questions.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const dprQuery = (dprId: string) => orpc.dprs.get.queryOptions({ input: { dprId } })

export const queries: PageQueries = ({ dprId = '' }) => [dprQuery(dprId), questionsQuery(dprId)]

export default function DprDetailsPage() {
  const { dprId = '' } = useParams()
  const query = useQuery(dprQuery(dprId))
  const isOwn = query.data?.isOwn ?? true
  const back = isOwn
    ? { label: 'DPRs', to: paths.manageDprs }
    : { label: 'Marketplace', to: paths.marketplace }
  return (
    <WorkPage side={isOwn ? 'client' : 'vendor'} title={query.data?.title ?? 'DPR details'}>
      <QueryState
        query={query}
        errorTitle="This DPR did not load"
        isPage
        notFound={
          <NotFoundState record="DPR" back={{ label: 'Back to DPRs', to: paths.manageDprs }} />
        }
      >
        {(dpr) => (
          <>
            <PageHeader
              back={back}
              title={dpr.title}
              status={<StatusBadge domain="dpr" status={dpr.status} />}
              meta={
                <>
                  <Id>{dpr.id}</Id>
                  <ClientName dpr={dpr} />
                  <span>{categories[dpr.category]}</span>
                </>
              }
              actions={dpr.isOwn && <DprMenu dpr={dpr} />}
            />
            <DprNotice dpr={dpr} />
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
              <div className="grid min-w-0 gap-5">
                <DprOverview dpr={dpr} isLive={dprCan.takeOffers(dpr.status)} />
                <DprQuestions dprId={dpr.id} />
              </div>
              <aside aria-label="Offers" className="max-lg:order-first lg:sticky lg:top-16">
                <DprNextStep dpr={dpr} />
              </aside>
            </div>
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}

function ClientName({ dpr }: { dpr: DprDetail }) {
  if (!dpr.clientSlug) return <span>{dpr.clientName}</span>
  return (
    <Link to={paths.company(dpr.clientSlug)} className="link">
      {dpr.clientName}
    </Link>
  )
}
