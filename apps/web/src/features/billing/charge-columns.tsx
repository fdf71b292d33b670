import { type Charge, chargeCan, plans } from '@semblance/contract'
import { DownloadDocument } from '@/components/blocks/download-document.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { type CsvColumn, plainUsd } from '@/lib/csv.ts'
import { booksDate, date } from '@/lib/format.ts'
import { RetryCharge } from './retry-charge.tsx'

const periodOf = ({ periodStart, periodEnd }: Charge) =>
  `${booksDate(periodStart)} to ${booksDate(periodEnd)}`

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
  },
  {
    key: 'status',
    head: 'Status',
    className: 'max-w-[340px]',
    cell: (row) => (
      <div>
        <StatusBadge status={row.status} />
        {noteOf(row) && <p className="mt-1 text-muted-foreground text-sm">{noteOf(row)}</p>}
      </div>
    ),
  },
  { key: 'date', head: 'Date', cell: (row) => <When at={row.submittedAt} show={date} /> },
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
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => <Money exact cents={Number(row.amountCents)} className="font-semibold" />,
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
]

export const chargeCsv: CsvColumn<Charge>[] = [
  ['Plan', (row) => plans[row.plan].name],
  ['Period from', (row) => row.periodStart],
  ['Period to', (row) => row.periodEnd],
  ['Status', (row) => row.status],
  ['Date', (row) => row.submittedAt],
  ['Account', (row) => row.account && `${row.account.bankName} ${row.account.last4}`],
  ['Amount (USD)', (row) => plainUsd(row.amountCents)],
  ['Receipt', (row) => row.invoiceNumber],
]
