import { StaffOverview } from '@/features/admin/staff-overview.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'

export default function Admin() {
  return (
    <StaffPage title="Compliance" meta="What waits for staff, and how the market stands.">
      <StaffOverview />
    </StaffPage>
  )
}
