import type { AdminOrganization } from '@semblance/contract'
import { Id } from '@/components/blocks/id.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date, plural } from '@/lib/format.ts'
import { OrganizationActions } from './organization-actions.tsx'

export const organizationColumns: readonly Column<AdminOrganization>[] = [
  {
    key: 'name',
    head: 'Organization',
    mobile: 'title',
    cell: ({ name, organizationId, email, isSample }) => (
      <div className="min-w-0 py-1">
        <div className="font-medium">{name}</div>
        <div className="font-normal text-muted-foreground text-sm [overflow-wrap:anywhere]">
          <Id>{organizationId}</Id> · {email}
          {isSample && ' · sample'}
        </div>
      </div>
    ),
  },
  {
    key: 'roles',
    head: 'Approved as',
    cell: ({ isClient, isVendor }) =>
      [isClient && 'Client', isVendor && 'Vendor'].filter(Boolean).join(' and '),
  },
  {
    key: 'size',
    head: 'People and contracts',
    cell: ({ membersCount, openContractsCount }) => (
      <span className="num whitespace-nowrap">
        {plural(membersCount, 'person', 'people')}, {plural(openContractsCount, 'open contract')}
      </span>
    ),
  },
  {
    key: 'since',
    head: 'Since',
    cell: ({ createdAt }) => <span className="num whitespace-nowrap">{date(createdAt)}</span>,
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status, statusReason, statusChangedAt, statusChangedBy }) => (
      <div>
        <StatusBadge status={status} />
        {status !== 'active' && statusChangedAt && (
          <div className="mt-1 max-w-[32ch] text-muted-foreground text-xs">
            {statusReason && <span className="block">{statusReason}</span>}
            {date(statusChangedAt)}
            {statusChangedBy && `, ${statusChangedBy}`}
          </div>
        )}
      </div>
    ),
  },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'value',
    cell: (organization) => <OrganizationActions organization={organization} />,
  },
]
