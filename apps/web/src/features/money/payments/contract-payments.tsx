import { useQuery } from '@tanstack/react-query'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { CancelContract } from './cancel-contract.tsx'
import { EscrowInfo, ReleaseConditions } from './escrow-info.tsx'
import { PaymentParts } from './payment-parts.tsx'

export const paymentsQuery = (contractId: string) =>
  orpc.payments.get.queryOptions({ input: { contractId } })

/** Shows a contract's money in the rail next to it. */
export function ContractPayments({ contractId }: { contractId: string }) {
  const query = useQuery(paymentsQuery(contractId))
  return (
    <QueryState
      query={query}
      errorTitle="The payments did not load"
      errorText="The money in escrow is safe."
      skeleton={
        <>
          <Skeleton className="h-72 rounded-lg" />
          <Skeleton className="h-44 rounded-lg" />
        </>
      }
    >
      {(details) => (
        <>
          <EscrowInfo details={details} />
          <PaymentParts details={details} />
          <ReleaseConditions details={details} />
          {details.cancellation && <CancelContract details={details} />}
        </>
      )}
    </QueryState>
  )
}
