import { OrganizationList } from '@/features/admin/organization-list.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'

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
