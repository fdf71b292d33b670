import type { ContractDetail } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import {
  CertificatesPanel,
  certificatesQuery,
} from '@/features/delivery/certificates/certificates-panel.tsx'
import { PushesPanel } from '@/features/delivery/pushes/pushes-panel.tsx'
import { ShipmentsPanel } from '@/features/delivery/shipments/shipments-panel.tsx'
import { AgreementPanel } from '@/features/market/contracts/agreement-panel.tsx'
import { CompanyLink } from '@/features/market/contracts/company-link.tsx'
import { ContractActions } from '@/features/market/contracts/contract-actions.tsx'
import { ContractEvents } from '@/features/market/contracts/contract-events.tsx'
import { ContractHelp } from '@/features/market/contracts/contract-help.tsx'
import { ChangeRequests, TermHistory } from '@/features/market/contracts/contract-history.tsx'
import { ContractNotices } from '@/features/market/contracts/contract-notices.tsx'
import { ContractSpecifications } from '@/features/market/contracts/contract-specifications.tsx'
import { ContractMilestones } from '@/features/market/contracts/milestones/contract-milestones.tsx'
import { ContractProgress } from '@/features/market/contracts/milestones/contract-progress.tsx'
import { SupportPanel } from '@/features/market/contracts/support-panel.tsx'
import { ContractSynthesis } from '@/features/market/contracts/synthesis-progress.tsx'
import { DisputePanel, disputesQuery } from '@/features/money/disputes/dispute-panel.tsx'
import { findingsQuery } from '@/features/money/disputes/findings/dispute-findings.tsx'
import { ContractPayments, paymentsQuery } from '@/features/money/payments/contract-payments.tsx'
import { InvoiceList, invoicesQuery } from '@/features/money/payments/invoice-list.tsx'
import { MoneyHistory, moneyHistoryQuery } from '@/features/money/payments/money-history.tsx'
import { DossierPanel } from '@/features/overview/dossiers/dossier-panel.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

const pollMs = 4000

const backLinks = {
  client: { label: 'Active contracts', to: paths.contracts },
  vendor: { label: 'My contracts', to: paths.vendorContracts },
}

const contractQuery = (contractId: string) =>
  orpc.contracts.get.queryOptions({ input: { contractId } })

export const queries: PageQueries = ({ contractId = '' }) => [
  contractQuery(contractId),
  paymentsQuery(contractId),
  disputesQuery(contractId),
  findingsQuery(contractId),
  moneyHistoryQuery(contractId),
  invoicesQuery(contractId),
  certificatesQuery(contractId),
]

export default function ContractDetailsPage() {
  const { contractId = '' } = useParams()
  const { roles } = useAuth()
  const query = useQuery({
    ...contractQuery(contractId),
    refetchInterval: ({ state }) => isMoving(state.data) && pollMs,
  })
  const onlyVendor = roles.includes('vendor') && !roles.includes('client')
  const side = query.data?.side ?? (onlyVendor ? 'vendor' : 'client')
  const { label, to } = backLinks[side]
  return (
    <WorkPage side={side} title={query.data?.title ?? 'Contract details'}>
      <QueryState
        query={query}
        errorTitle="This contract did not load"
        isPage
        notFound={<NotFoundState record="contract" back={{ label: `Back to ${label}`, to }} />}
      >
        {(contract) => <Contract contract={contract} />}
      </QueryState>
    </WorkPage>
  )
}

/** Returns true from the vendor's upload to the end of synthesis, while the page polls. */
const isMoving = (contract?: ContractDetail) =>
  contract?.stage === 'data_submission' || contract?.status === 'synthetic_processing'

function Contract({ contract }: { contract: ContractDetail }) {
  return (
    <>
      <PageHeader
        back={backLinks[contract.side]}
        title={contract.title}
        status={<StatusBadge domain="contract" status={contract.status} />}
        meta={
          <>
            <Id>{contract.id}</Id>
            <Party contract={contract} />
          </>
        }
        actions={<ContractActions contract={contract} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-12">
        <div className="grid min-w-0 gap-5 lg:col-span-8">
          <ContractNotices contract={contract} />
          {contract.status === 'disputed' && <DisputePanel contract={contract} />}
          <ContractProgress contract={contract} />
          {contract.status === 'synthetic_processing' && <ContractSynthesis contract={contract} />}
          <ContractMilestones contract={contract} />
          <ContractSpecifications contract={contract} />
          <DeliveryMethodPanel contract={contract} />
          <MoneyHistory contractId={contract.id} />
          <InvoiceList contractId={contract.id} />
          <ChangeRequests contract={contract} />
          <TermHistory contract={contract} />
          {contract.status !== 'disputed' && <DisputePanel contract={contract} />}
        </div>
        <aside aria-label="Money and timeline" className="grid gap-5 lg:col-span-4">
          <ContractPayments contractId={contract.id} />
          <SupportPanel contract={contract} />
          <AgreementPanel contract={contract} />
          <CertificatesPanel contractId={contract.id} />
          <DossierPanel contractId={contract.id} />
          <ContractEvents contract={contract} />
          <ContractHelp contract={contract} />
        </aside>
      </div>
    </>
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

function Party({ contract }: { contract: ContractDetail }) {
  if (contract.side === 'vendor')
    return (
      <span>
        for <CompanyLink name={contract.clientName} slug={contract.clientSlug} />
      </span>
    )
  return (
    <span className="inline-flex items-center gap-1.5">
      with <CompanyLink name={contract.vendorName} slug={contract.vendorSlug} />
      {contract.vendorSlug && <VerifiedBadge />}
    </span>
  )
}
