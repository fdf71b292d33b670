import { type DisputeRow, disputeReasonLabels, disputeStatusLabels } from '@semblance/contract'
import { Link } from 'react-router'
import { Id } from '@/components/blocks/id.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

export const staffDisputeColumns: readonly Column<DisputeRow>[] = [
  {
    key: 'dispute',
    head: 'Dispute',
    mobile: 'title',
    cell: ({ id, contractId, title }) => (
      <div className="min-w-0 py-1">
        <Link to={paths.adminDispute(id)} className="font-medium hover:underline">
          {title}
        </Link>
        <div className="font-normal text-muted-foreground text-sm">
          <Id>{id}</Id> · <Id>{contractId}</Id>
        </div>
      </div>
    ),
  },
  {
    key: 'parties',
    head: 'Parties',
    cell: ({ clientName, vendorName, openedBy, reason }) => (
      <div className="max-w-[36ch]">
        <div>
          {clientName} and {vendorName}
        </div>
        <div className="text-muted-foreground text-sm">
          {openedBy}: {disputeReasonLabels[reason]}
        </div>
      </div>
    ),
  },
  {
    key: 'stake',
    head: 'At stake',
    align: 'right',
    mobile: 'value',
    cell: ({ stakeCents }) => <Money exact cents={Number(stakeCents)} />,
  },
  {
    key: 'clock',
    head: 'Clock',
    cell: (row) => <span className="num whitespace-nowrap">{clockOf(row)}</span>,
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status, hasDraft }) => (
      <div>
        <StatusBadge status={disputeStatusLabels[status]} />
        {hasDraft && (
          <div className="mt-1 text-muted-foreground text-xs">Draft waits for confirmation</div>
        )}
      </div>
    ),
  },
]

function clockOf({ status, answeredAt, answerDueAt, negotiateUntil, movedAt }: DisputeRow) {
  if (status === 'escalated') return `waits since ${date(movedAt)}`
  if (status !== 'open')
    return (
      <>
        ended <When at={movedAt} />
      </>
    )
  return answeredAt ? `agreement until ${date(negotiateUntil)}` : `answer due ${date(answerDueAt)}`
}
