import { contractCan, type Dataset } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import {
  CertificatesPanel,
  certificatesQuery,
} from '@/features/delivery/certificates/certificates-panel.tsx'
import { fetchedQuery } from '@/features/delivery/deliveries/downloads-panel.tsx'
import { drawRightsQuery } from '@/features/delivery/deliveries/draws/draws-panel.tsx'
import { ReleaseBar, ReleaseCard } from '@/features/delivery/deliveries/release-card.tsx'
import { useRelease } from '@/features/delivery/deliveries/release-escrow.tsx'
import { Report } from '@/features/delivery/deliveries/report/report.tsx'
import { ReportAside } from '@/features/delivery/deliveries/report/report-aside.tsx'
import { ExploreDelivery } from '@/features/delivery/explore/explore-panel.tsx'
import { RequestChanges } from '@/features/market/contracts/request-changes.tsx'
import { orpc } from '@/lib/api/api.ts'
import { type PageQueries, thenQuery } from '@/lib/api/page-queries.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const back = { label: 'DPRs', to: paths.manageDprs }

const datasetQuery = (dprId: string) => orpc.deliveries.dataset.queryOptions({ input: { dprId } })

export const queries: PageQueries = ({ dprId = '' }) => [
  thenQuery(datasetQuery(dprId), ({ contractId }) => [
    certificatesQuery(contractId),
    drawRightsQuery(contractId),
  ]),
  fetchedQuery(dprId),
]

export default function DownloadPage() {
  const { dprId = '' } = useParams()
  const query = useQuery(datasetQuery(dprId))
  return (
    <WorkPage side="client" title={query.data ? `Download ${query.data.title}` : 'Download'}>
      <QueryState
        query={query}
        errorTitle="This delivery did not load"
        errorText="Your files and the money in escrow are safe."
        isPage
        notFound={
          <NotFoundState record="delivery" back={{ label: 'Back to DPRs', to: back.to }}>
            Nothing has been delivered at this address for your account yet. Check the link, or go
            back to your list.
          </NotFoundState>
        }
      >
        {(dataset) => <Delivered dataset={dataset} />}
      </QueryState>
    </WorkPage>
  )
}

function Delivered({ dataset }: { dataset: Dataset }) {
  const release = useRelease(dataset)
  const { contractId, vendorName, changeRequestsLeft } = dataset
  return (
    <>
      <DeliveredHeader dataset={dataset} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 max-md:pb-20 lg:grid-cols-[minmax(0,1fr)_372px]">
        <Report
          dataset={dataset}
          explore={<ExploreDelivery dataset={dataset} />}
          certificates={<CertificatesPanel contractId={contractId} />}
        />
        <aside
          aria-label="Escrow, privacy account and files"
          className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:sticky lg:top-16"
        >
          <ReleaseCard dataset={dataset} onRelease={release.ask}>
            <RequestChanges
              contractId={contractId}
              vendorName={vendorName}
              changeRequestsLeft={changeRequestsLeft}
              size="sm"
            />
          </ReleaseCard>
          <ReportAside dataset={dataset} />
        </aside>
      </div>
      <ReleaseBar dataset={dataset} onRelease={release.ask} />
      {release.dialog}
    </>
  )
}

function DeliveredHeader({ dataset }: { dataset: Dataset }) {
  const { title, contractStatus, dprId, contractId, vendorName, deliveredAt } = dataset
  return (
    <>
      <PageHeader
        className="mb-5"
        back={back}
        title={title}
        status={
          contractCan.release(contractStatus) ? (
            <StatusBadge domain="dpr" status="ready_for_download" />
          ) : (
            <StatusBadge domain="contract" status={contractStatus} />
          )
        }
        meta={
          <>
            <Id>{dprId}</Id>
            <span className="inline-flex items-center gap-1.5">
              from {vendorName} <VerifiedBadge />
            </span>
            <span>delivered {date(deliveredAt)}</span>
          </>
        }
        actions={
          <Button asChild variant="outline">
            <Link to={paths.contract(contractId)}>View Contract</Link>
          </Button>
        }
      />
      {dataset.isSuperseded && (
        <p className="mb-5 rounded-md border border-st-warn-dot/40 bg-st-warn-bg px-4 py-3 text-st-warn-fg">
          You have asked for changes. The next delivery takes the place of this one.
        </p>
      )}
    </>
  )
}
