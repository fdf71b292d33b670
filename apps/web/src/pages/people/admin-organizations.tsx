import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { OrganizationList, organizationsQuery } from '@/features/people/admin/organization-list.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', (_, search) => [organizationsQuery(search)])

export default function AdminOrganizations() {
  return (
    <StaffPage
      title="Organizations"
      meta="Suspend or terminate an organization: its people lose access at once."
    >
      <OrganizationList />
    </StaffPage>
  )
}
