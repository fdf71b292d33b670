import type { Member, MemberRole, MemberSpending } from '@semblance/contract'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Chip } from '@/components/blocks/text/chip.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { PersonCell } from '@/components/blocks/text/person-cell.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date } from '@/lib/format.ts'
import { LimitMeter } from './limit-meter.tsx'
import { MemberMenu } from './member-menu.tsx'
import { roleLabels } from './role-labels.ts'

const columnsFor = (offered: readonly MemberRole[]): readonly Column<Member>[] => [
  {
    key: 'name',
    head: 'Name',
    sortable: true,
    mobile: 'title',
    className: 'min-w-48',
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

const limitColumns = (spendingOf: SpendingOf): Column<Member>[] => [
  { csvHead: 'One payment', csv: ({ id }) => spendingOf(id)?.limits.paymentCents ?? '' },
  {
    key: 'month',
    head: 'This month',
    align: 'right',
    cell: ({ id }) => <SpendingText spending={spendingOf(id)} />,
    csv: ({ id }) => spendingOf(id)?.spentCents ?? '',
  },
]

/** Shows what counts for a member this month, above the limits. */
function SpendingText({ spending }: { spending: MemberSpending | undefined }) {
  if (!spending) return null
  const { spentCents, limits } = spending
  const { monthCents, paymentCents } = limits
  return (
    <span className="grid whitespace-nowrap">
      {monthCents === null ? (
        <span>
          <Money exact cents={Number(spentCents)} />
          <span className="md:hidden"> this month</span>
        </span>
      ) : (
        <LimitMeter label="Spent this month" spentCents={spentCents} limitCents={monthCents} />
      )}
      {paymentCents !== null && (
        <span className="text-muted-foreground text-sm">
          <Money exact cents={Number(paymentCents)} /> at a time
        </span>
      )}
      {monthCents === null && paymentCents === null && (
        <span className="text-muted-foreground text-sm">No limit</span>
      )}
    </span>
  )
}

const actions = (spendingOf: SpendingOf): Column<Member> => ({
  key: 'actions',
  head: <span className="sr-only">Actions</span>,
  align: 'right',
  mobile: 'value',
  cell: (member) => <MemberMenu member={member} spending={spendingOf(member.id)} />,
})

export type SpendingOf = (userId: string) => MemberSpending | undefined

type Shown = { canManage: boolean; offered: readonly MemberRole[]; spendingOf: SpendingOf | null }

/** Returns the columns; those of limits only with `spendingOf`, of organizations that buy. */
export const memberColumns = ({ canManage, offered, spendingOf }: Shown): Column<Member>[] => [
  ...columnsFor(offered),
  ...(spendingOf ? limitColumns(spendingOf) : []),
  ...(canManage ? [actions(spendingOf ?? (() => undefined))] : []),
]
