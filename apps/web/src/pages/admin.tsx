import { overviewQuery, StaffOverview } from '@/features/admin/staff-overview.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', () => [overviewQuery])

export default function Admin() {
  return (
    <StaffPage title="Compliance" meta="What waits for staff, and how the market stands.">
      <StaffOverview />
    </StaffPage>
  )
}
