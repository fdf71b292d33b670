import { useParams } from 'react-router'
import { StaffDisputeDetail } from '@/features/disputes/staff-dispute.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'

export default function AdminDispute() {
  const { disputeId = '' } = useParams()
  return (
    <StaffPage title={`Dispute ${disputeId}`} meta="Both sides, the money at stake, the decision.">
      <StaffDisputeDetail disputeId={disputeId} />
    </StaffPage>
  )
}
