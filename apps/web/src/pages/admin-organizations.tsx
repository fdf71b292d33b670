import { OrganizationList, organizationsQuery } from '@/features/admin/organization-list.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => [organizationsQuery(search)])

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
