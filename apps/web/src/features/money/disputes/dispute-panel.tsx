import { type ContractDetail, contractCan, type Dispute, isLive } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { orpc } from '@/lib/api/api.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { DisputeActions } from './dispute-actions.tsx'
import { DisputeEvents } from './dispute-events.tsx'
import { DisputeFacts } from './dispute-facts.tsx'
import { DisputeOutcome } from './dispute-outcome.tsx'
import { DisputeFindingsSection } from './findings/dispute-findings.tsx'
import { OpenDispute } from './open-dispute.tsx'
import { SettlementList } from './settlement-list.tsx'
import { StatementList } from './statement-list.tsx'

export const disputesQuery = (contractId: string) =>
  orpc.disputes.list.queryOptions({
    input: { contractId, ...shortList },
    select: ({ items }) => items,
  })

/**
 * Shows a contract's disputes to both sides: the open one, the past ones, and the way to a new one.
 */
export function DisputePanel({ contract }: { contract: ContractDetail }) {
  const query = useQuery(disputesQuery(contract.id))
  const { hash } = useLocation()
  const isThere = query.data !== undefined
  useEffect(() => {
    if (isThere && hash === '#dispute') document.getElementById('dispute')?.scrollIntoView()
  }, [isThere, hash])
  const canOpen = contractCan.dispute(contract.status) && contract.heldCents > 0n
  return (
    <div id="dispute" className="grid min-w-0 scroll-mt-20 gap-5">
      <QueryState
        query={query}
        errorTitle="Disputes did not load"
        skeleton={<SkeletonRows rows={2} />}
      >
        {(disputes) => (
          <>
            {disputes.map((dispute) => (
              <OneDispute key={dispute.id} dispute={dispute} />
            ))}
            {canOpen && (
              <Panel title="Dispute">
                <p className="max-w-[70ch] text-base text-muted-foreground">
                  If you cannot agree with the other party, open a dispute: what is in escrow is
                  frozen until you settle, or Semblance decides.
                </p>
                <div className="mt-3">
                  <OpenDispute contract={contract} />
                </div>
              </Panel>
            )}
          </>
        )}
      </QueryState>
    </div>
  )
}

function OneDispute({ dispute }: { dispute: Dispute }) {
  return (
    <Panel
      title="Dispute"
      description={<Id>{dispute.id}</Id>}
      action={<StatusBadge domain="dispute" status={dispute.status} />}
      flush
    >
      <DisputeFacts dispute={dispute} />
      <DisputeOutcome dispute={dispute} />
      {isLive(dispute) && <DisputeActions dispute={dispute} />}
      <DisputeFindingsSection dispute={dispute} />
      <SettlementList dispute={dispute} />
      <StatementList dispute={dispute} />
      <DisputeEvents dispute={dispute} />
    </Panel>
  )
}
