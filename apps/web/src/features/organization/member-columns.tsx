import type { Member } from '@semblance/contract'
import { Chip } from '@/components/blocks/chip.tsx'
import { PersonCell } from '@/components/blocks/person-cell.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date } from '@/lib/format.ts'
import { MemberMenu } from './member-menu.tsx'

const columns: readonly Column<Member>[] = [
  {
    key: 'name',
    head: 'Name',
    sortable: true,
    mobile: 'title',
    cell: (member) => <PersonCell person={member} tone={member.isSelf ? 'client' : 'neutral'} />,
  },
  {
    key: 'role',
    head: 'Role',
    sortable: true,
    cell: ({ role, isAdmin }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {role || (isAdmin ? '' : <span className="text-muted-foreground">Not given</span>)}
        {isAdmin && <Chip label="Administrator" />}
      </span>
    ),
  },
  {
    key: 'joined',
    head: 'Joined',
    sortable: true,
    cell: ({ joinedAt }) => <When at={joinedAt} show={date} />,
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]

const actions: Column<Member> = {
  key: 'actions',
  head: <span className="sr-only">Actions</span>,
  align: 'right',
  mobile: 'value',
  cell: (member) => <MemberMenu member={member} />,
}

export const memberColumns = (canManage: boolean) => (canManage ? [...columns, actions] : columns)
