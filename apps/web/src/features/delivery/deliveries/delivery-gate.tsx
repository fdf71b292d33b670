import { useQuery } from '@tanstack/react-query'
import { orpc } from '@/lib/api/api.ts'
import { BrokenRules } from './broken-rules.tsx'
import { GatePanel } from './gate-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'
import { ValidationSummary } from './validation-summary.tsx'

/**
 * Shows the vendor how the last delivery compares with the agreed terms, and its report if it
 * failed.
 */
export function DeliveryGate({ contractId }: { contractId: string }) {
  const { data: delivery } = useQuery(
    orpc.deliveries.latest.queryOptions({ input: { contractId } }),
  )
  if (!delivery?.gate) return null
  const { gate, brokenRules, missedReport } = delivery
  return (
    <>
      <GatePanel gate={gate} />
      <BrokenRules rules={brokenRules} />
      {missedReport && (
        <>
          <ValidationSummary report={missedReport} />
          <PrivacyPanel privacy={missedReport.privacy} />
        </>
      )}
    </>
  )
}
