import { type DisputeRow, disputeReasonLabels } from '@semblance/contract'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Id } from '@/components/blocks/text/id.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table.tsx'
import { plainUsd } from '@/lib/files/csv.ts'
import { date, titleCase } from '@/lib/format.ts'
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
    csv: (row) => row.id,
  },
  { csvHead: 'Contract', csv: (row) => row.contractId },
  { csvHead: 'Title', csv: (row) => row.title },
  { csvHead: 'Client', csv: (row) => row.clientName },
  { csvHead: 'Vendor', csv: (row) => row.vendorName },
  { csvHead: 'Opened by', csv: (row) => titleCase(row.openedBy) },
  { csvHead: 'Reason', csv: (row) => disputeReasonLabels[row.reason] },
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
    csvHead: 'At stake (USD)',
    csv: ({ stakeCents }) => plainUsd(stakeCents),
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
        <StatusBadge domain="dispute" status={status} />
        {hasDraft && (
          <div className="mt-1 text-muted-foreground text-xs">Draft waits for confirmation</div>
        )}
      </div>
    ),
    csv: ({ status }) => statusLabel('dispute', status),
  },
  { csvHead: 'Opened', csv: (row) => row.openedAt },
  { csvHead: 'Answered', csv: (row) => row.answeredAt },
  { csvHead: 'Answer due', csv: (row) => row.answerDueAt },
  { csvHead: 'Agreement until', csv: (row) => row.negotiateUntil },
  { csvHead: 'Last step', csv: (row) => row.movedAt },
]

function clockOf({ status, answeredAt, answerDueAt, negotiateUntil, movedAt }: DisputeRow) {
  if (status === 'escalated') return `waits since ${date(movedAt)}`
  if (status !== 'open')
    return (
      <>
        ended <TimeText at={movedAt} />
      </>
    )
  return answeredAt ? `agreement until ${date(negotiateUntil)}` : `answer due ${date(answerDueAt)}`
}
