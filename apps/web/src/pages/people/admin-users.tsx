import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { UserList, usersQuery } from '@/features/people/admin/user-list.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

export const queries = queriesForRole('staff', (_, search) => [usersQuery(search.get('q') ?? '')])

export default function AdminUsers() {
  return (
    <StaffPage title="Users" meta="Everyone who has an account, in every organization.">
      <UserList />
    </StaffPage>
  )
}
