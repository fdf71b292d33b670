import { StaffDisputeList, staffDisputesQuery } from '@/features/disputes/staff-dispute-list.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => [staffDisputesQuery(search)])

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
