import type { AdminOrganization } from '@semblance/contract'
import { Id } from '@/components/blocks/id.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date, plural } from '@/lib/format.ts'
import { OrganizationActions } from './organization-actions.tsx'

export const organizationColumns = (
  onOpen: (id: string) => void,
): readonly Column<AdminOrganization>[] => [
  {
    key: 'name',
    head: 'Organization',
    mobile: 'title',
    cell: ({ id, name, organizationId, email, isSample }) => (
      <div className="min-w-0 py-1">
        <button
          type="button"
          aria-haspopup="dialog"
          className="rounded-xs text-left font-medium underline-offset-[3px] hover:underline"
          onClick={() => onOpen(id)}
        >
          {name}
        </button>
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
    cell: ({ createdAt }) => <When at={createdAt} show={date} />,
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
