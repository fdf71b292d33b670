import type { ContractDetail } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { date } from '@/lib/format.ts'

type RequestedChangesProps = { request: NonNullable<ContractDetail['openChangeRequest']> }

/** Shows the client's change request for the next delivery. */
export function RequestedChanges({ request: { reason, createdAt } }: RequestedChangesProps) {
  return (
    <Panel
      title="Changes requested"
      description={`By the client, ${date(createdAt)}. Your next delivery answers it.`}
      className="border-st-warn-dot/60"
    >
      <p className="max-w-[80ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
        {reason}
      </p>
    </Panel>
  )
}
