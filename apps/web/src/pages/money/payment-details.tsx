import type { Figure, PaymentDetails } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { FigureBreakdownButton } from '@/components/blocks/text/figure-breakdown-button.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { ContractFrame } from '@/features/market/contracts/contract-frame.tsx'
import { contractQuery, useContract } from '@/features/market/contracts/contract-query.ts'
import { CancelContract } from '@/features/money/payments/cancel-contract.tsx'
import { paymentsQuery } from '@/features/money/payments/contract-payments.tsx'
import { EscrowInfo, ReleaseConditions } from '@/features/money/payments/escrow-info.tsx'
import { InvoiceList, invoicesQuery } from '@/features/money/payments/invoice-list.tsx'
import { MoneyHistory, moneyHistoryQuery } from '@/features/money/payments/money-history.tsx'
import { PaymentParts } from '@/features/money/payments/payment-parts.tsx'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries: PageQueries = ({ contractId = '' }) => [
  contractQuery(contractId),
  paymentsQuery(contractId),
  moneyHistoryQuery(contractId),
  invoicesQuery(contractId),
]

export default function PaymentDetailsPage() {
  const { contractId = '' } = useParams()
  const { query, side } = useContract(contractId)
  return (
    <WorkPage
      side={side}
      title={query.data ? `Payment details of ${contractId}` : 'Payment details'}
    >
      <QueryState
        query={query}
        errorTitle="Payment details did not load"
        errorText="The money in escrow is safe."
        isPage
        notFound={
          <NotFoundState
            record="payment"
            back={{ label: 'Back to contracts', to: paths.vendorContracts }}
          >
            There is no contract of yours at this address. Check the link, or go back to your list.
          </NotFoundState>
        }
      >
        {(contract) => (
          <ContractFrame contract={contract} tab="payments">
            <Payments contractId={contract.id} />
          </ContractFrame>
        )}
      </QueryState>
    </WorkPage>
  )
}

function Payments({ contractId }: { contractId: string }) {
  const query = useQuery(paymentsQuery(contractId))
  return (
    <QueryState
      query={query}
      errorTitle="Payment details did not load"
      errorText="The money in escrow is safe."
    >
      {(details) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
            <Overview details={details} />
            <PaymentParts details={details} />
            <MoneyHistory contractId={contractId} />
            <InvoiceList contractId={contractId} />
          </div>
          <aside aria-label="Escrow" className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <EscrowInfo details={details} />
            <ReleaseConditions details={details} />
            {details.cancellation && <CancelContract details={details} />}
          </aside>
        </div>
      )}
    </QueryState>
  )
}

function Overview({ details }: { details: PaymentDetails }) {
  const { contractId, totalCents, paymentStatus, escrow, side } = details
  return (
    <section aria-label="Overview" className="card overflow-hidden">
      <DescriptionStrip
        facts={[
          {
            label: 'Total amount',
            value: <Money exact cents={Number(totalCents)} />,
            note: side === 'client' ? 'Price and platform fee' : undefined,
          },
          { label: 'Payment status', value: <StatusBadge domain="money" status={paymentStatus} /> },
          {
            label: 'Total held',
            value: (
              <Sum figure="contract.held" label="Total held" contractId={contractId}>
                {escrow.heldCents}
              </Sum>
            ),
            note: escrow.frozenCents > 0n ? 'In dispute' : undefined,
          },
          {
            label: 'Released',
            value: (
              <Sum figure="contract.released" label="Released" contractId={contractId}>
                {escrow.releasedCents}
              </Sum>
            ),
          },
        ]}
      />
    </section>
  )
}

type SumProps = { figure: Figure; label: string; contractId: string; children: bigint }

/** An amount, and what it is the sum of. */
function Sum({ figure, label, contractId, children: cents }: SumProps) {
  return (
    <span className="inline-flex items-center gap-1">
      <Money exact cents={Number(cents)} />
      {cents > 0n && (
        <FigureBreakdownButton
          className="-my-1"
          figure={figure}
          scope={{ contractId }}
          label={label}
        />
      )}
    </span>
  )
}
