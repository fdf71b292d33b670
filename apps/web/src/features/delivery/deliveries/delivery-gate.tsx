import type { BrokenRule, Delivery } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'
import { plural } from '@/lib/format.ts'
import { type GateOf, GatePanel } from './gate-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'
import { ValidationSummary } from './validation-summary.tsx'

type DeliveryGateProps = { delivery: Delivery | null | undefined; subject: GateOf }

/** Shows the vendor how a delivery compares with what it has to be, and its report if it failed. */
export function DeliveryGate({ delivery, subject }: DeliveryGateProps) {
  if (!delivery?.gate) return null
  const { gate, brokenRules, missedReport } = delivery
  return (
    <>
      <GatePanel gate={gate} subject={subject} />
      <BrokenRules rules={brokenRules} />
      {missedReport && (
        <>
          <ValidationSummary report={missedReport} gate={gate} />
          <PrivacyPanel privacy={missedReport.privacy} />
        </>
      )}
    </>
  )
}

/** Lists the rules that rows of the original break, for their owner. */
function BrokenRules({ rules }: { rules: BrokenRule[] }) {
  if (rules.length === 0) return null
  return (
    <Panel
      title="Rules that your rows broke"
      description="The twin keeps these rules in every row, though some rows of yours did not. Only you see this."
      flush
    >
      <ul className="divide-y border-t">
        {rules.map(({ table, rule, rows }) => (
          <li
            key={`${table} ${rule}`}
            className="flex items-baseline justify-between gap-4 px-4 py-2.5 md:px-5"
          >
            <span className="mono min-w-0 text-sm [overflow-wrap:anywhere]">
              {table ? `${table}: ${rule}` : rule}
            </span>
            <span className="num shrink-0">{plural(rows, 'row')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
