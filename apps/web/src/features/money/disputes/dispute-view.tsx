import { type Dispute, isLive } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Verdict } from '@/components/blocks/verdict.tsx'
import { DisputeActions } from './dispute-actions.tsx'
import { DisputeEvents } from './dispute-events.tsx'
import { DisputeFacts } from './dispute-facts.tsx'
import { DisputeOutcome } from './dispute-outcome.tsx'
import { disputeVerdict } from './dispute-verdict.ts'
import { DisputeFindingsSection, findingsQuery } from './findings/dispute-findings.tsx'
import { SettlementList } from './settlement-list.tsx'
import { StatementList } from './statement-list.tsx'

/** Shows one dispute to its parties: how it stands, what was measured, what both sides say and what can be done. */
export function DisputeView({ dispute }: { dispute: Dispute }) {
  const { data } = useQuery(findingsQuery(dispute.contractId))
  const findings = data?.find(({ disputeId }) => disputeId === dispute.id) ?? null
  const { tone, sentence, detail } = disputeVerdict(dispute, findings)
  return (
    <section
      aria-label={`Dispute ${dispute.id}`}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px]"
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <Verdict
          tone={tone}
          sentence={sentence}
          aside={
            <span className="flex items-center gap-3">
              <Id>{dispute.id}</Id>
              <StatusBadge domain="dispute" status={dispute.status} />
            </span>
          }
        >
          {detail}
        </Verdict>
        <section className="card overflow-hidden" aria-label="Money and deadline">
          <DisputeFacts dispute={dispute} />
        </section>
        <DisputeOutcome dispute={dispute} />
        <DisputeFindingsSection dispute={dispute} />
        <SettlementList dispute={dispute} />
        <Panel title="Both sides" flush>
          <StatementList dispute={dispute} />
        </Panel>
      </div>
      <aside aria-label="Next steps" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <section
          className="card overflow-hidden [&>*:first-child]:border-t-0"
          aria-label="What you can do"
        >
          {isLive(dispute) && <DisputeActions dispute={dispute} />}
          <DisputeEvents dispute={dispute} />
        </section>
      </aside>
    </section>
  )
}
