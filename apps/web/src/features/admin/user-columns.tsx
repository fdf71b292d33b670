import type { AdminUser, Role } from '@semblance/contract'
import { PersonCell } from '@/components/blocks/person-cell.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date, plural } from '@/lib/format.ts'
import { UserActions } from './user-actions.tsx'

export const roleNames: Record<Role, string> = {
  client: 'Client',
  vendor: 'Vendor',
  admin: 'Administrator',
  super_admin: 'Compliance staff',
}

export const userColumns: readonly Column<AdminUser>[] = [
  {
    key: 'name',
    head: 'Name',
    mobile: 'title',
    cell: (user) => <PersonCell person={user} />,
  },
  {
    key: 'organization',
    head: 'Organization',
    cell: ({ organizationName, roles, jobTitle }) => (
      <div>
        <div>{organizationName ?? <span className="text-muted-foreground">None</span>}</div>
        <div className="text-muted-foreground text-sm">
          {[jobTitle, ...roles.map((role) => roleNames[role])].filter(Boolean).join(', ')}
        </div>
      </div>
    ),
  },
  {
    key: 'sessions',
    head: 'Last sign-in',
    cell: ({ lastSignInAt, sessionsCount }) => (
      <div className="num whitespace-nowrap">
        {lastSignInAt ? <When at={lastSignInAt} /> : 'Never'}
        <div className="text-muted-foreground text-sm">{plural(sessionsCount, 'session')}</div>
      </div>
    ),
  },
  {
    key: 'since',
    head: 'Since',
    cell: ({ createdAt }) => <When at={createdAt} show={date} />,
  },
  { key: 'status', head: 'Status', cell: (user) => <StatusBadge status={statusOf(user)} /> },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'value',
    cell: (user) => <UserActions user={user} />,
  },
]

/** The account's own state first, then its place in the organization. */
export function statusOf({ isDeactivated, isEmailConfirmed, membership, roles }: AdminUser) {
  if (isDeactivated) return 'deactivated'
  if (!isEmailConfirmed) return 'Unconfirmed'
  return roles.includes('super_admin') ? 'active' : membership
}
