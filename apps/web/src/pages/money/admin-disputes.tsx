import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import {
  StaffDisputeList,
  staffDisputesQuery,
} from '@/features/money/disputes/staff/staff-dispute-list.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', (_, search) => [staffDisputesQuery(search)])

export default function AdminDisputes() {
  return (
    <StaffPage
      title="Disputes"
      meta="What the parties cannot settle, the longest waiting first. Large sums take two people."
    >
      <StaffDisputeList />
    </StaffPage>
  )
}
