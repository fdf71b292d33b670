import type { AdminUser, Role } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import type { StatusId } from '@/components/blocks/states/status-variants.ts'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { PersonCell } from '@/components/blocks/text/person-cell.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
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
    csv: (user) => user.name,
  },
  { csvHead: 'E-mail', csv: (user) => user.email },
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
    csv: (user) => user.organizationName,
  },
  { csvHead: 'Role', csv: (user) => user.jobTitle },
  { csvHead: 'Rights', csv: (user) => user.roles.map((role) => roleNames[role]).join(', ') },
  {
    key: 'sessions',
    head: 'Last sign-in',
    cell: ({ lastSignInAt, sessionsCount }) => (
      <div className="num whitespace-nowrap">
        {lastSignInAt ? <TimeText at={lastSignInAt} /> : 'Never'}
        <div className="text-muted-foreground text-sm">{plural(sessionsCount, 'session')}</div>
      </div>
    ),
    csv: (user) => user.lastSignInAt,
  },
  { csvHead: 'Sessions', csv: (user) => user.sessionsCount },
  {
    key: 'since',
    head: 'Since',
    cell: ({ createdAt }) => <TimeText at={createdAt} show={date} />,
    csv: (user) => user.createdAt,
  },
  {
    key: 'status',
    head: 'Status',
    cell: (user) => <StatusBadge domain="member" status={statusOf(user)} />,
    csv: (user) => statusLabel('member', statusOf(user)),
  },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'value',
    cell: (user) => <UserActions user={user} />,
  },
]

/**
 * Returns the account's own state if it is deactivated or unconfirmed, otherwise that in the
 * organization.
 */
export function statusOf(user: AdminUser): StatusId<'member'> {
  const { isDeactivated, isEmailConfirmed, membership, roles } = user
  if (isDeactivated) return 'deactivated'
  if (!isEmailConfirmed) return 'unconfirmed'
  return roles.includes('super_admin') ? 'active' : membership
}
