import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import {
  ApplicationTabs,
  applicationQueries,
} from '@/features/people/applications/application-tabs.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', (_, search) => applicationQueries(search))

export default function AdminApplications() {
  return (
    <StaffPage
      title="Business applications"
      meta="Approve a business to create its organization, ask it for more, or decline it with a reason."
    >
      <ApplicationTabs />
    </StaffPage>
  )
}
