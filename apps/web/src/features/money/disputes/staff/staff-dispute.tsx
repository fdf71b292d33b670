import { type DisputeEvidence, isLive, type StaffDispute } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { KeyHints } from '@/components/blocks/queue/key-hints.tsx'
import { StepButtons } from '@/components/blocks/queue/queue-layout.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { paths } from '@/paths.ts'
import { DisputeEvents } from '../dispute-events.tsx'
import { DisputeFacts } from '../dispute-facts.tsx'
import { DisputeOutcome } from '../dispute-outcome.tsx'
import { newestSplit } from '../findings/newest-split.ts'
import { StaffEvidence } from '../findings/staff-evidence.tsx'
import { useEvidenceOpening } from '../findings/use-evidence-opening.ts'
import { SettlementList } from '../settlement-list.tsx'
import { StatementList } from '../statement-list.tsx'
import { RulingPanel } from './ruling-panel.tsx'
import { useDisputeSteps } from './use-dispute-steps.ts'

const pollMs = 30_000

const stepHints = [
  { key: 'J', does: 'next dispute' },
  { key: 'K', does: 'previous dispute' },
] as const

export const staffDisputeQuery = (disputeId: string) =>
  orpc.disputes.staff.get.queryOptions({ input: { disputeId }, refetchInterval: pollMs })

type DetailProps = {
  disputeId: string
  /** Shows report and gate of the delivery. */
  renderDelivery: (delivery: DisputeEvidence) => ReactNode
}

/** Shows one dispute to staff. */
export function StaffDisputeDetail({ disputeId, renderDelivery }: DetailProps) {
  const query = useQuery(staffDisputeQuery(disputeId))
  return (
    <QueryState
      query={query}
      errorTitle="This dispute did not load"
      skeleton={<SkeletonPage />}
      notFound={
        <div className="card">
          <EmptyState
            title="This dispute was not found"
            action={
              <Button asChild variant="outline">
                <Link to={paths.adminDisputes}>Back to Disputes</Link>
              </Button>
            }
          >
            There is no dispute at this address. Check the link, or go back to the list.
          </EmptyState>
        </div>
      }
    >
      {(dispute) => <Detail dispute={dispute} renderDelivery={renderDelivery} />}
    </QueryState>
  )
}

type FoundProps = Pick<DetailProps, 'renderDelivery'> & { dispute: StaffDispute }

function Detail({ dispute, renderDelivery }: FoundProps) {
  const { opened, isOpening, open } = useEvidenceOpening(dispute.id)
  const steps = useDisputeSteps(dispute.id)
  const isQueued = steps.position !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-12">
      <div className="grid min-w-0 gap-5 lg:col-span-8">
        <Panel
          title={<span className="[overflow-wrap:anywhere]">{dispute.title}</span>}
          description={`${dispute.id} · ${dispute.contractId} · ${dispute.clientName} (client) and ${dispute.vendorName} (vendor)`}
          action={
            <div className="flex flex-wrap items-center gap-3">
              <StatusBadge domain="dispute" status={dispute.status} />
              <StepButtons steps={steps} />
            </div>
          }
          flush
        >
          <DisputeFacts dispute={dispute} />
          <DisputeOutcome dispute={dispute} />
          <StatementList dispute={dispute} />
          <SettlementList dispute={dispute} />
          <DisputeEvents dispute={dispute} />
        </Panel>
        <StaffEvidence {...{ dispute, opened, isOpening, renderDelivery }} onOpen={open} />
      </div>
      <aside aria-label="Money and decision" className="grid min-w-0 gap-5 lg:col-span-4">
        <Panel title="Money by the ledger">
          <DescriptionList className="-mb-2.5" rows={moneyRows(dispute)} />
        </Panel>
        {isLive(dispute) ? (
          <RulingPanel
            dispute={dispute}
            split={newestSplit(opened)}
            onDecided={() => isQueued && steps.leave()}
          />
        ) : (
          <DecidedBy dispute={dispute} />
        )}
      </aside>
      {isQueued && (
        <div className="lg:col-span-12">
          <KeyHints hints={stepHints} />
        </div>
      )}
    </div>
  )
}

function moneyRows({ stake, ledger }: StaffDispute): { term: string; value: ReactNode }[] {
  const exact = (cents: bigint) => <Money exact cents={Number(cents)} />
  return [
    { term: 'Contract price', value: exact(stake.priceCents) },
    { term: 'Platform fee', value: exact(stake.feeCents) },
    { term: 'Frozen now', value: exact(ledger.frozenCents) },
    { term: 'Fee still held', value: exact(ledger.feeHeldCents) },
    { term: 'Released so far', value: exact(ledger.releasedCents) },
  ]
}

function DecidedBy({ dispute: { ruledBy, confirmedBy, status } }: { dispute: StaffDispute }) {
  if (status !== 'ruled') return null
  return (
    <Panel title="Decision">
      <DescriptionList
        className="-mb-2.5"
        rows={[
          { term: confirmedBy ? 'Drafted by' : 'Decided by', value: ruledBy ?? 'Account deleted' },
          ...(confirmedBy ? [{ term: 'Confirmed by', value: confirmedBy }] : []),
        ]}
      />
    </Panel>
  )
}
