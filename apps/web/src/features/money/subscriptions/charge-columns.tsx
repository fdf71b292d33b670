import { type Charge, chargeCan, moneyStatusLabels, plans } from '@semblance/contract'
import { DownloadDocument } from '@/components/blocks/files/download-document.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { date, ledgerDate } from '@/lib/format.ts'
import { RetryCharge } from './retry-charge.tsx'

const periodOf = ({ periodStart, periodEnd }: Charge) =>
  `${ledgerDate(periodStart)} to ${ledgerDate(periodEnd)}`

/** The words below a status: what went wrong and what comes of it, or when to expect an answer. */
function noteOf({ failure, retryAt, expectedAt }: Charge): string | null {
  if (failure) return retryAt ? `${failure} It is tried again on ${date(retryAt)}.` : failure
  return expectedAt ? `Expected by ${date(expectedAt)}` : null
}

export const chargeColumns = (canAct: boolean, hasMethod: boolean): Column<Charge>[] => [
  {
    key: 'plan',
    head: 'Plan',
    mobile: 'title',
    cell: (row) => (
      <div>
        <div className="font-medium">{plans[row.plan].name}</div>
        <div className="num text-muted-foreground text-sm">{periodOf(row)}</div>
      </div>
    ),
    csv: (row) => plans[row.plan].name,
  },
  { csvHead: 'Period from', csv: (row) => row.periodStart },
  { csvHead: 'Period to', csv: (row) => row.periodEnd },
  {
    key: 'status',
    head: 'Status',
    className: 'max-w-[340px]',
    cell: (row) => (
      <div>
        <StatusBadge domain="money" status={row.status} />
        {noteOf(row) && <p className="mt-1 text-muted-foreground text-sm">{noteOf(row)}</p>}
      </div>
    ),
    csv: (row) => moneyStatusLabels[row.status],
  },
  {
    key: 'date',
    head: 'Date',
    cell: (row) => <TimeText at={row.submittedAt} show={date} />,
    csv: (row) => row.submittedAt,
  },
  {
    key: 'account',
    head: 'Account',
    mobile: 'hide',
    cell: ({ account }) =>
      account && (
        <span className="text-muted-foreground">
          {account.bankName} <span className="num whitespace-nowrap">•••• {account.last4}</span>
        </span>
      ),
    csv: ({ account }) => account && `${account.bankName} ${account.last4}`,
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => <Money exact cents={Number(row.amountCents)} className="font-semibold" />,
    csvHead: 'Amount (USD)',
    csv: (row) => plainUsd(row.amountCents),
  },
  {
    key: 'action',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    mobile: 'action',
    cell: (row) =>
      row.invoiceNumber ? (
        <DownloadDocument number={row.invoiceNumber} noun="Receipt" />
      ) : (
        canAct && hasMethod && chargeCan.retry(row.state) && <RetryCharge charge={row} />
      ),
  },
  { csvHead: 'Receipt', csv: (row) => row.invoiceNumber },
]
