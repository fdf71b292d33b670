import { UserList, usersQuery } from '@/features/admin/user-list.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => [usersQuery(search.get('q') ?? '')])

export default function AdminUsers() {
  return (
    <StaffPage title="Users" meta="Everyone who has an account, in every organization.">
      <UserList />
    </StaffPage>
  )
}
