import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { DeliveryGate } from '@/features/delivery/deliveries/delivery-gate.tsx'
import { DeliveryDesk, deliveryQuery } from '@/features/delivery/uploads/delivery-screen.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { cn } from '@/lib/cn.ts'
import { date, usd } from '@/lib/format.ts'
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
  const { data: delivery } = useQuery(deliveryQuery(contractId))
  const isWide =
    delivery?.status === 'review' ||
    delivery?.status === 'queued' ||
    delivery?.status === 'processing'
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
            back={{ label: 'View Contracts', to: paths.contracts }}
          />
        }
      >
        {(contract) => (
          <>
            <PageHeader
              back={{ label: 'Back', to: paths.contracts }}
              title={contract.title}
              status={<StatusBadge domain="contract" status={contract.status} />}
              meta={
                <>
                  <span>{contract.clientName}</span>
                  <span className="mono">{contract.id}</span>
                </>
              }
            />
            <div
              className={cn(
                'grid grid-cols-[minmax(0,1fr)] items-start gap-5',
                !isWide && 'lg:grid-cols-[minmax(0,1fr)_372px]',
              )}
            >
              <RequireSide side="vendor">
                <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
                  <RoleGate procedure="deliveries.submit" to="upload data" className="card p-5">
                    <DeliveryDesk contract={contract} />
                  </RoleGate>
                  <DeliveryGate delivery={delivery} subject="contract" />
                </div>
              </RequireSide>
              <Panel title="What was agreed">
                <DescriptionList
                  className={cn('border-t', isWide && 'md:grid md:grid-cols-2 md:gap-x-10')}
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
