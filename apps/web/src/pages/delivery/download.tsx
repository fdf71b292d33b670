import { contractCan, type Dataset, measuredReportText } from '@semblance/contract'
import { correlationsNote } from '@semblance/plots'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { Select } from '@/components/ui/select.tsx'
import { CorrelationHeatmap } from '@/components/viz/correlation-heatmap.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import {
  CertificatesPanel,
  certificatesQuery,
} from '@/features/delivery/certificates/certificates-panel.tsx'
import { ColumnDistributions } from '@/features/delivery/deliveries/column-distributions.tsx'
import { DatasetEscrow } from '@/features/delivery/deliveries/dataset-escrow.tsx'
import { FetchedPanel, fetchedQuery } from '@/features/delivery/deliveries/downloads-panel.tsx'
import { DrawsPanel, drawRightsQuery } from '@/features/delivery/deliveries/draws/draws-panel.tsx'
import { EarlierDeliveries, FilesPanel } from '@/features/delivery/deliveries/files-panel.tsx'
import { GatePanel } from '@/features/delivery/deliveries/gate-panel.tsx'
import { NumberTables } from '@/features/delivery/deliveries/number-tables.tsx'
import { PairPlots } from '@/features/delivery/deliveries/pair-plots.tsx'
import { GuaranteePanel, PrivacyPanel } from '@/features/delivery/deliveries/privacy-panel.tsx'
import { ValidationSummary } from '@/features/delivery/deliveries/validation-summary.tsx'
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

/** No table is called that. */
const MAIN_TABLE = '/'

function Delivered({ dataset }: { dataset: Dataset }) {
  const [table, setTable] = useState(MAIN_TABLE)
  const { report } = dataset.otherReports.find(({ name }) => name === table) ?? dataset
  return (
    <>
      <PageHeader
        back={back}
        title={dataset.title}
        status={
          contractCan.release(dataset.contractStatus) ? (
            <StatusBadge domain="dpr" status="ready_for_download" />
          ) : (
            <StatusBadge domain="contract" status={dataset.contractStatus} />
          )
        }
        meta={
          <>
            <Id>{dataset.dprId}</Id>
            <span className="inline-flex items-center gap-1.5">
              from {dataset.vendorName} <VerifiedBadge />
            </span>
            <span>delivered {date(dataset.deliveredAt)}</span>
          </>
        }
      />
      {dataset.isSuperseded && (
        <p className="mb-5 rounded-md border border-st-warn-dot/40 bg-st-warn-bg px-4 py-3 text-st-warn-fg">
          You have asked for changes. The next delivery takes the place of this one.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          {dataset.otherReports.length > 0 && (
            <Select
              prefix="Report of"
              aria-label="Report of which table"
              value={table}
              options={[
                { value: MAIN_TABLE, label: 'the largest table' },
                ...dataset.otherReports.map(({ name }) => ({ value: name, label: name })),
              ]}
              onValueChange={setTable}
            />
          )}
          {dataset.isMeasuredByVendor && (
            <p role="note" className="card p-4 text-base [overflow-wrap:anywhere]">
              {measuredReportText}
            </p>
          )}
          <ValidationSummary report={report} isMeasuredByVendor={dataset.isMeasuredByVendor} />
          {dataset.gate && <GatePanel gate={dataset.gate} />}
          <ExploreDelivery dprId={dataset.dprId} />
          <ColumnDistributions columns={report.columns} mode={report.privacy.mode} />
          <NumberTables columns={report.columns} />
          <PairPlots pairs={report.pairs} mode={report.privacy.mode} />
          {report.correlations && report.privacy.mode === 'private' && (
            <Panel title="Correlations" description={correlationsNote(report.correlations)}>
              <CorrelationHeatmap {...report.correlations} />
            </Panel>
          )}
          <PrivacyPanel privacy={report.privacy} />
          <GuaranteePanel
            privacy={report.privacy}
            account={dataset.account}
            isMeasuredByVendor={dataset.isMeasuredByVendor}
            isConnected={dataset.isConnected}
          />
        </div>
        <aside aria-label="Files and escrow" className="grid gap-5 lg:sticky lg:top-16">
          <FilesPanel dprId={dataset.dprId} files={dataset.files} />
          <DrawsPanel dprId={dataset.dprId} contractId={dataset.contractId} />
          <DatasetEscrow dataset={dataset}>
            <div className="mt-4 border-t pt-4">
              <RequestChanges
                contractId={dataset.contractId}
                vendorName={dataset.vendorName}
                changeRequestsLeft={dataset.changeRequestsLeft}
                className="w-full"
              />
            </div>
          </DatasetEscrow>
          <CertificatesPanel contractId={dataset.contractId} />
          <EarlierDeliveries dprId={dataset.dprId} earlier={dataset.earlier} />
          <FetchedPanel dprId={dataset.dprId} />
        </aside>
      </div>
    </>
  )
}
