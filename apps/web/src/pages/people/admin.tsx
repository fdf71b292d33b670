import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { overviewQuery, StaffOverview } from '@/features/people/admin/staff-overview.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', () => [overviewQuery])

export default function Admin() {
  return (
    <StaffPage title="Compliance" meta="What waits for staff, and how the market stands.">
      <StaffOverview />
    </StaffPage>
  )
}
