import { contractStatusLabels } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { DefList } from '@/components/blocks/def-list.tsx'
import { NotFoundState } from '@/components/blocks/not-found-state.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { DeliveryGate } from '@/features/datasets/delivery-gate.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { DeliveryDesk, deliveryQuery } from '@/features/uploads/delivery-desk.tsx'
import { orpc } from '@/lib/api.ts'
import { date, usd } from '@/lib/format.ts'
import type { PageQueries } from '@/lib/page-queries.ts'
import { paths } from '@/paths.ts'

const contractQuery = (contractId: string) =>
  orpc.contracts.get.queryOptions({ input: { contractId } })

export const queries: PageQueries = ({ contractId = '' }) => [
  contractQuery(contractId),
  deliveryQuery(contractId),
]

export default function DataUploadPage() {
  const { contractId = '' } = useParams()
  const query = useQuery(contractQuery(contractId))
  return (
    <WorkPage
      side="vendor"
      title={query.data ? `Upload delivery: ${query.data.title}` : 'Upload delivery'}
    >
      <QueryState
        query={query}
        errorTitle="The contract did not load"
        isPage
        notFound={
          <NotFoundState
            record="contract"
            back={{ label: 'View Contracts', to: paths.vendorContracts }}
          />
        }
      >
        {(contract) => (
          <>
            <PageHeader
              back={{ label: 'Back', to: paths.vendorContracts }}
              title={contract.title}
              status={<StatusBadge status={contractStatusLabels[contract.status]} />}
              meta={
                <>
                  <span>{contract.clientName}</span>
                  <span className="mono">{contract.id}</span>
                </>
              }
            />
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
              <SideOnly side="vendor">
                <div className="grid min-w-0 gap-5">
                  <DeliveryDesk contract={contract} />
                  <DeliveryGate contractId={contract.id} />
                </div>
              </SideOnly>
              <Panel title="What was agreed">
                <DefList
                  className="border-t"
                  rows={[
                    { term: 'Contract price', value: usd(Number(contract.priceCents)) },
                    { term: 'Held in escrow', value: usd(Number(contract.heldCents)) },
                    {
                      term: 'Delivery due',
                      value: contract.deliveryDate ? date(contract.deliveryDate) : 'After payment',
                    },
                    ...contract.specifications.map(({ label, value }) => ({ term: label, value })),
                  ]}
                />
              </Panel>
            </div>
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}
