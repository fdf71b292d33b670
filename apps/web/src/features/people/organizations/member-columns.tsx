import type { Member, MemberRole } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { PersonCell } from '@/components/blocks/text/person-cell.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date } from '@/lib/format.ts'
import { MemberMenu } from './member-menu.tsx'
import { roleLabels } from './role-labels.ts'

const columnsFor = (offered: readonly MemberRole[]): readonly Column<Member>[] => [
  {
    key: 'name',
    head: 'Name',
    sortable: true,
    mobile: 'title',
    cell: (member) => <PersonCell person={member} tone={member.isSelf ? 'client' : 'neutral'} />,
    csv: ({ name }) => name,
  },
  { csvHead: 'E-mail', csv: (member) => member.email },
  {
    key: 'role',
    head: 'Job title',
    sortable: true,
    cell: ({ role }) => role || <span className="text-muted-foreground">Not given</span>,
    csv: ({ role }) => role,
  },
  {
    key: 'access',
    head: 'Role',
    cell: (member) => (
      <span className="flex flex-wrap items-center gap-1">
        {roleLabels(member, offered).map((label) => (
          <Chip key={label} label={label} />
        ))}
      </span>
    ),
    csv: (member) => roleLabels(member, offered).join(', '),
  },
  {
    key: 'joined',
    head: 'Joined',
    sortable: true,
    cell: ({ joinedAt }) => <TimeText at={joinedAt} show={date} />,
    csv: ({ joinedAt }) => joinedAt,
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status }) => <StatusBadge domain="member" status={status} />,
    csv: ({ status }) => statusLabel('member', status),
  },
]

const actions: Column<Member> = {
  key: 'actions',
  head: <span className="sr-only">Actions</span>,
  align: 'right',
  mobile: 'value',
  cell: (member) => <MemberMenu member={member} />,
}

export const memberColumns = (canManage: boolean, offered: readonly MemberRole[]) =>
  canManage ? [...columnsFor(offered), actions] : columnsFor(offered)
