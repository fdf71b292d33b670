import { useQuery } from '@tanstack/react-query'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { paths } from '@/paths.ts'
import { CancelContract } from './cancel-contract.tsx'
import { EscrowInfo } from './escrow-info.tsx'
import { PartList } from './payment-parts.tsx'

export const paymentsQuery = (contractId: string) =>
  orpc.payments.get.queryOptions({ input: { contractId } })

/** Shows a contract's money in one card: what is held, its parts, and the way to the rest. */
export function ContractPayments({ contractId }: { contractId: string }) {
  const query = useQuery(paymentsQuery(contractId))
  return (
    <QueryState
      query={query}
      errorTitle="The payments did not load"
      errorText="The money in escrow is safe."
      skeleton={<Skeleton className="h-96 rounded-lg" />}
    >
      {(details) => (
        <>
          <EscrowInfo details={details} title="Payment details">
            <div className="mt-4 border-t pt-1.5">
              <PartList details={details} />
            </div>
            <MoreLink className="mt-2" to={paths.paymentDetails(contractId)}>
              Payments, invoices and conditions
            </MoreLink>
          </EscrowInfo>
          {details.cancellation && <CancelContract details={details} />}
        </>
      )}
    </QueryState>
  )
}
