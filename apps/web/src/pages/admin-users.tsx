import { UserList } from '@/features/admin/user-list.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'

export default function AdminUsers() {
  return (
    <StaffPage title="Users" meta="Everyone who has an account, in every organization.">
      <UserList />
    </StaffPage>
  )
}
