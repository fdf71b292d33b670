import { type ContractDetail, contractCan, type Dispute, isLive } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { orpc } from '@/lib/api/api.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { DisputeView } from './dispute-view.tsx'
import { OpenDispute } from './open-dispute.tsx'

export const disputesQuery = (contractId: string) =>
  orpc.disputes.list.queryOptions({
    input: { contractId, ...shortList },
    select: ({ items }) => items,
  })

type ContractDisputesProps = {
  contract: ContractDetail
  /** Offers something to do instead of opening one. */
  alternative?: ReactNode
}

/** Shows a contract's disputes to both sides, newest first: the live one, or the way to a new one, then those that ended. */
export function ContractDisputes({ contract, alternative }: ContractDisputesProps) {
  const query = useQuery(disputesQuery(contract.id))
  const canOpen = contractCan.dispute(contract.status) && contract.heldCents > 0n
  return (
    <QueryState query={query} errorTitle="Disputes did not load">
      {(disputes) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {canOpen && !disputes.some(isLive) && (
            <RoleGate
              procedure="disputes.open"
              side={contract.side}
              to="open disputes"
              className="card p-5"
            >
              <OpenDispute contract={contract} alternative={alternative} />
            </RoleGate>
          )}
          {disputes.map((dispute) => (
            <DisputeView key={dispute.id} dispute={dispute} />
          ))}
          {disputes.length === 0 && !canOpen && (
            <div className="card">
              <EmptyState title="There is nothing to dispute">
                A dispute is about money in escrow. This contract has none, or it has ended.
              </EmptyState>
            </div>
          )}
        </div>
      )}
    </QueryState>
  )
}

/** Returns the dispute that holds the contract's money, if its disputes are loaded and one does. */
export function useLiveDispute(contractId: string): Dispute | undefined {
  return useQuery(disputesQuery(contractId)).data?.find(isLive)
}
