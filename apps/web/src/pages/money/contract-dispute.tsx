import { contractCan } from '@semblance/contract'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { ContactParty } from '@/features/market/contracts/contact-party.tsx'
import {
  backLinks,
  contractQuery,
  useContract,
} from '@/features/market/contracts/contract-query.ts'
import { RequestChanges } from '@/features/market/contracts/request-changes.tsx'
import {
  ContractDisputes,
  disputesQuery,
  useLiveDispute,
} from '@/features/money/disputes/contract-disputes.tsx'
import { findingsQuery } from '@/features/money/disputes/findings/dispute-findings.tsx'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { usdExact } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

export const queries: PageQueries = ({ contractId = '' }) => [
  contractQuery(contractId),
  disputesQuery(contractId),
  findingsQuery(contractId),
]

export default function ContractDisputePage() {
  const { contractId = '' } = useParams()
  const { query, side } = useContract(contractId)
  const live = useLiveDispute(contractId)
  const { label, to } = backLinks[side]
  const canOpen = query.data && contractCan.dispute(query.data.status) && query.data.heldCents > 0n
  const title = live ? `Dispute ${live.id}` : canOpen ? 'Open a dispute' : 'Disputes'
  return (
    <WorkPage side={side} title={query.data ? `${title} of ${contractId}` : 'Dispute'}>
      <QueryState
        query={query}
        errorTitle="This dispute did not load"
        errorText="The money in escrow is safe."
        isPage
        notFound={<NotFoundState record="contract" back={{ label: `Back to ${label}`, to }} />}
      >
        {(contract) => (
          <>
            <PageHeader
              className="mb-5"
              back={{ label: contract.title, to: paths.contract(contract.id) }}
              title={title}
              status={live && <StatusBadge domain="dispute" status={live.status} />}
              meta={
                <>
                  <Id>{contract.id}</Id>
                  <span>
                    {contract.clientName} and {contract.vendorName}
                  </span>
                  {contract.heldCents > 0n && (
                    <span>
                      {usdExact(contract.heldCents)} in escrow
                      {live ? ' is frozen' : canOpen && ' is frozen while a dispute lasts'}
                    </span>
                  )}
                </>
              }
              actions={<ContactParty contractId={contract.id} side={side} variant="outline" />}
            />
            <ContractDisputes
              contract={contract}
              alternative={
                side === 'client' &&
                contractCan.requestChanges(contract.status) && (
                  <RequestChanges
                    contractId={contract.id}
                    vendorName={contract.vendorName}
                    changeRequestsLeft={contract.changeRequestsLeft}
                  />
                )
              }
            />
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}
