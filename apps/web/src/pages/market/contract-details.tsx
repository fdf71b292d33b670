import type { ContractDetail } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import {
  CertificateRows,
  certificatesQuery,
} from '@/features/delivery/certificates/certificates-panel.tsx'
import { PushesPanel } from '@/features/delivery/pushes/pushes-panel.tsx'
import { ShipmentsPanel } from '@/features/delivery/shipments/shipments-panel.tsx'
import { ContractDocuments } from '@/features/market/contracts/contract-documents.tsx'
import { ContractFrame, useLatestDelivery } from '@/features/market/contracts/contract-frame.tsx'
import { ChangeRequests, TermHistory } from '@/features/market/contracts/contract-history.tsx'
import { ContractNotices } from '@/features/market/contracts/contract-notices.tsx'
import {
  backLinks,
  contractQuery,
  useContract,
} from '@/features/market/contracts/contract-query.ts'
import { ContractTerms } from '@/features/market/contracts/contract-terms.tsx'
import { DealTimeline } from '@/features/market/contracts/line/deal-timeline.tsx'
import { SupportPanel } from '@/features/market/contracts/support-panel.tsx'
import { ContractSynthesis } from '@/features/market/contracts/synthesis-progress.tsx'
import { disputesQuery } from '@/features/money/disputes/contract-disputes.tsx'
import { DisputeRows } from '@/features/money/disputes/dispute-rows.tsx'
import { ContractPayments, paymentsQuery } from '@/features/money/payments/contract-payments.tsx'
import { invoicesQuery } from '@/features/money/payments/invoice-list.tsx'
import { moneyHistoryQuery } from '@/features/money/payments/money-history.tsx'
import { DossierRow } from '@/features/overview/dossiers/dossier-row.tsx'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

export const queries: PageQueries = ({ contractId = '' }) => [
  contractQuery(contractId),
  paymentsQuery(contractId),
  disputesQuery(contractId),
  moneyHistoryQuery(contractId),
  invoicesQuery(contractId),
  certificatesQuery(contractId),
]

export default function ContractDetailsPage() {
  const { contractId = '' } = useParams()
  const { query, side } = useContract(contractId)
  const { label, to } = backLinks[side]
  return (
    <WorkPage side={side} title={query.data?.title ?? 'Contract details'}>
      <QueryState
        query={query}
        errorTitle="This contract did not load"
        isPage
        notFound={<NotFoundState record="contract" back={{ label: `Back to ${label}`, to }} />}
      >
        {(contract) => (
          <ContractFrame contract={contract} tab="contract">
            <Contract contract={contract} />
          </ContractFrame>
        )}
      </QueryState>
    </WorkPage>
  )
}

function Contract({ contract }: { contract: ContractDetail }) {
  const { id, status } = contract
  const delivery = useLatestDelivery(id)
  const { data: money } = useInfiniteQuery(moneyHistoryQuery(id))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <ContractNotices contract={contract} />
        {(status === 'in_progress' || status === 'synthetic_processing') && (
          <ContractSynthesis contract={contract} />
        )}
        <DealTimeline
          contract={contract}
          money={money?.pages.flatMap(({ items }) => items) ?? []}
          hasOlderMoney={Boolean(money?.pages.at(-1)?.nextCursor)}
          delivery={delivery}
        />
        <ContractTerms contract={contract} delivery={delivery} />
        <DeliveryMethodPanel contract={contract} />
        <ChangeRequests contract={contract} />
        <TermHistory contract={contract} />
      </div>
      <aside aria-label="Money and documents" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ContractPayments contractId={id} />
        <Documents contract={contract} />
        <SupportPanel contract={contract} />
      </aside>
    </div>
  )
}

function Documents({ contract }: { contract: ContractDetail }) {
  const { id } = contract
  const { data: invoices } = useInfiniteQuery(invoicesQuery(id))
  const { data: certificates = [] } = useQuery(certificatesQuery(id))
  const newest = invoices?.pages[0]?.items.slice(0, 3) ?? []
  const hasMore = (invoices?.pages[0]?.items.length ?? 0) > newest.length
  return (
    <ContractDocuments contract={contract} invoices={newest}>
      {hasMore && (
        <li className="py-2">
          <MoreLink to={paths.paymentDetails(id)}>All invoices</MoreLink>
        </li>
      )}
      <CertificateRows certificates={certificates} />
      <DisputeRows contractId={id} />
      <DossierRow contractId={id} />
    </ContractDocuments>
  )
}

/** Shows what the agreed way of delivery has come to, where the platform or the parties do more than a download. */
function DeliveryMethodPanel({ contract }: { contract: ContractDetail }) {
  const { status } = useAuth()
  const isOwn = contract.side === 'client' && status === 'signed-in' // nothing is sent for visitors of the samples
  return (
    <>
      {contract.deliveryMethod === 'physical' && <ShipmentsPanel contract={contract} />}
      {isOwn && <PushesPanel contract={contract} />}
    </>
  )
}
