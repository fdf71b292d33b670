import { useParams } from 'react-router'
import { StaffDisputeDetail, staffDisputeQuery } from '@/features/disputes/staff-dispute.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = onlyFor('staff', ({ disputeId = '' }) => [staffDisputeQuery(disputeId)])

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
