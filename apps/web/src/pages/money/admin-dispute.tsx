import { useParams } from 'react-router'
import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { StaffDisputeDetail, staffDisputeQuery } from '@/features/money/disputes/staff-dispute.tsx'
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
      meta="Both sides, the money at stake, the decision."
      back={{ label: 'Disputes', to: paths.adminDisputes }}
    >
      <StaffDisputeDetail disputeId={disputeId} />
    </StaffPage>
  )
}
