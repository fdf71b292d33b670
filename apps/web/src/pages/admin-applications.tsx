import { ApplicationTabs, applicationQueries } from '@/features/applications/application-tabs.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => applicationQueries(search))

export default function AdminApplications() {
  return (
    <StaffPage
      title="Business applications"
      meta="Approve a business to create its organization, or decline it with a reason."
    >
      <ApplicationTabs />
    </StaffPage>
  )
}
