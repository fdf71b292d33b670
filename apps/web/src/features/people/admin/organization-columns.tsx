import type { AdminOrganization } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date, plural } from '@/lib/format.ts'
import { OrganizationActions } from './organization-actions.tsx'

const approvedAs = ({ isClient, isVendor }: AdminOrganization) =>
  [isClient && 'Client', isVendor && 'Vendor'].filter(Boolean).join(' and ')

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
    csv: ({ name }) => name,
  },
  { csvHead: 'Organization ID', csv: (one) => one.organizationId },
  { csvHead: 'E-mail', csv: (one) => one.email },
  { key: 'roles', head: 'Approved as', cell: approvedAs, csv: approvedAs },
  { csvHead: 'People', csv: (one) => one.membersCount },
  { csvHead: 'Open contracts', csv: (one) => one.openContractsCount },
  { csvHead: 'Sample data', csv: (one) => (one.isSample ? 'Yes' : 'No') },
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
    cell: ({ createdAt }) => <TimeText at={createdAt} show={date} />,
    csv: ({ createdAt }) => createdAt,
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status, statusReason, statusChangedAt, statusChangedBy }) => (
      <div>
        <StatusBadge domain="organization" status={status} />
        {status !== 'active' && statusChangedAt && (
          <div className="mt-1 max-w-[32ch] text-muted-foreground text-xs">
            {statusReason && <span className="block">{statusReason}</span>}
            {date(statusChangedAt)}
            {statusChangedBy && `, ${statusChangedBy}`}
          </div>
        )}
      </div>
    ),
    csv: ({ status }) => statusLabel('organization', status),
  },
  { csvHead: 'Reason', csv: (one) => one.statusReason },
  { csvHead: 'Changed', csv: (one) => one.statusChangedAt },
  { csvHead: 'Changed by', csv: (one) => one.statusChangedBy },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'value',
    cell: (organization) => <OrganizationActions organization={organization} />,
  },
]
