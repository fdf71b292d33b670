import {
  type DisputeEvidence,
  disputeAskLabels,
  disputeReasonLabels,
  isLive,
  type Side,
  type StaffDispute,
} from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { KeyHints } from '@/components/blocks/queue/key-hints.tsx'
import { StepButtons } from '@/components/blocks/queue/queue-layout.tsx'
import { submitWithin, useQueueKeys } from '@/components/blocks/queue/use-queue-keys.ts'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { SkeletonPage } from '@/components/blocks/states/skeleton-page.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Verdict, type VerdictFigure } from '@/components/blocks/verdict.tsx'
import { Button } from '@/components/ui/button.tsx'
import { orpc } from '@/lib/api/api.ts'
import { dateTime, usdExact } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { clockOf } from '../dispute-facts.tsx'
import { DisputeOutcome } from '../dispute-outcome.tsx'
import { staffVerdict } from '../dispute-verdict.ts'
import { newestSplit } from '../findings/newest-split.ts'
import { StaffEvidence } from '../findings/staff-evidence.tsx'
import { useEvidenceOpening } from '../findings/use-evidence-opening.ts'
import { SettlementList } from '../settlement-list.tsx'
import { nameOf, StatementList } from '../statement-list.tsx'
import { EvidenceTrail } from './evidence-trail.tsx'
import { PartiesBefore } from './parties-before.tsx'
import { RulingPanel } from './ruling-panel.tsx'
import { useDisputeSteps } from './use-dispute-steps.ts'

const pollMs = 30_000

const keyHints = [
  { key: 'J', does: 'next dispute' },
  { key: 'K', does: 'previous dispute' },
  { key: 'O', does: 'open the findings' },
  { key: 'D', does: 'decide' },
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
  const decision = useRef<HTMLElement>(null)
  const isOpen = isLive(dispute)
  useQueueKeys(
    isOpen
      ? {
          o: () => !isOpening && open(),
          d: () => decision.current?.querySelector('input')?.focus(),
        }
      : {},
    () => submitWithin(decision.current),
  )
  const { tone, sentence, detail } = staffVerdict(dispute, opened)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-12">
      <div className="flex min-h-7.5 flex-wrap items-center justify-between gap-3 lg:col-span-12">
        <p className="min-w-0 text-base [overflow-wrap:anywhere]">
          <span className="font-medium">{dispute.title}</span>
          <span className="text-muted-foreground">
            , <span className="mono">{dispute.contractId}</span>, {dispute.clientName} (client) and{' '}
            {dispute.vendorName} (vendor)
          </span>
        </p>
        <StepButtons steps={steps} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 lg:col-span-8">
        <Verdict
          tone={tone}
          sentence={sentence}
          figures={figuresOf(dispute)}
          aside={<StatusBadge domain="dispute" status={dispute.status} />}
        >
          {detail}
        </Verdict>
        <DisputeOutcome dispute={dispute} />
        <StaffEvidence {...{ dispute, opened, isOpening, renderDelivery }} onOpen={open} />
        <Panel title="Both sides" description={openedText(dispute)} flush>
          <StatementList dispute={dispute} />
        </Panel>
        <SettlementList dispute={dispute} />
        <EvidenceTrail dispute={dispute} opened={opened} />
      </div>
      <aside
        ref={decision}
        aria-label="Money and decision"
        className="grid min-w-0 gap-5 lg:sticky lg:top-5 lg:col-span-4"
      >
        {isOpen ? (
          <RulingPanel
            dispute={dispute}
            split={newestSplit(opened)}
            onDecided={() => steps.position !== null && steps.leave()}
          />
        ) : (
          <DecidedBy dispute={dispute} />
        )}
        <Panel title="Money by the ledger">
          <DescriptionList className="-mb-2.5" rows={moneyRows(dispute)} />
        </Panel>
        <PartiesBefore dispute={dispute} />
      </aside>
      {isOpen && (
        <div className="lg:col-span-12">
          <KeyHints hints={keyHints} />
        </div>
      )}
    </div>
  )
}

const openedText = (dispute: StaffDispute) =>
  `Opened by ${nameOf(dispute, dispute.openedBy)} on ${dateTime(dispute.openedAt)}: ${disputeReasonLabels[dispute.reason]}.`

/** Returns what is at stake, the last request of each side, and the deadline. */
function figuresOf(dispute: StaffDispute): VerdictFigure[] {
  const { stake } = dispute
  const [label, value, note] = clockOf(dispute)
  return [
    {
      label: isLive(dispute) ? 'Frozen in escrow' : 'Was frozen in escrow',
      value: usdExact(stake.stakeCents),
      note: `and ${usdExact(stake.feeStakeCents)} of fee`,
    },
    { label: 'Client asks for', ...askOf(dispute, 'client') },
    { label: 'Vendor asks for', ...askOf(dispute, 'vendor') },
    { label, value, note },
  ]
}

function askOf(dispute: StaffDispute, side: Side): Pick<VerdictFigure, 'value' | 'note'> {
  const asked = dispute.statements.findLast((one) => one.side === side && one.asks !== null)
  if (!asked?.asks) return { value: 'Nothing yet', note: nameOf(dispute, side) }
  const ask = disputeAskLabels[asked.asks]
  return asked.refundCents === null
    ? { value: ask, note: nameOf(dispute, side) }
    : { value: usdExact(asked.refundCents), note: `${ask}, ${nameOf(dispute, side)}` }
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
