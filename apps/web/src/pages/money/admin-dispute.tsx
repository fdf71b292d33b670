import type { DisputeEvidence } from '@semblance/contract'
import { useParams } from 'react-router'
import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { GatePanel } from '@/features/delivery/deliveries/gate-panel.tsx'
import { PrivacyPanel } from '@/features/delivery/deliveries/privacy-panel.tsx'
import { ValidationSummary } from '@/features/delivery/deliveries/validation-summary.tsx'
import {
  StaffDisputeDetail,
  staffDisputeQuery,
} from '@/features/money/disputes/staff/staff-dispute.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = queriesForRole('staff', ({ disputeId = '' }) => [
  staffDisputeQuery(disputeId),
])

export default function AdminDispute() {
  const { disputeId = '' } = useParams()
  return (
    <StaffPage
      title={`Dispute ${disputeId}`}
      meta="The findings, both sides, the money at stake, the decision."
      back={{ label: 'Disputes', to: paths.adminDisputes }}
    >
      <StaffDisputeDetail
        disputeId={disputeId}
        renderDelivery={(delivery) => <Delivery delivery={delivery} />}
      />
    </StaffPage>
  )
}

/** Shows the gate, and the report of each table with its name. */
function Delivery({ delivery }: { delivery: DisputeEvidence }) {
  return (
    <>
      {delivery.gate && <GatePanel gate={delivery.gate} />}
      <ValidationSummary report={delivery.report} />
      <PrivacyPanel privacy={delivery.report.privacy} />
      {delivery.otherReports.map(({ name, report }) => (
        <section key={name} aria-label={`Table ${name}`} className="grid min-w-0 gap-5">
          <h2 className="font-semibold text-md [overflow-wrap:anywhere]">Table {name}</h2>
          <ValidationSummary report={report} />
          <PrivacyPanel privacy={report.privacy} />
        </section>
      ))}
    </>
  )
}
