import { type MoneyEvent, moneyEventLabels } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Money } from '@/components/blocks/text/money.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { plainUsd } from '@/lib/files/csv.ts'
import { date } from '@/lib/format.ts'

export const moneyHistoryColumns: readonly Column<MoneyEvent>[] = [
  {
    key: 'type',
    head: 'Type',
    mobile: 'title',
    cell: (row) => (
      <div>
        <div className="font-medium">{moneyEventLabels[row.kind]}</div>
        {row.failure && <div className="max-w-[44ch] text-st-danger-fg text-sm">{row.failure}</div>}
      </div>
    ),
    csv: (row) => moneyEventLabels[row.kind],
  },
  {
    key: 'status',
    head: 'Status',
    cell: (row) => <StatusBadge domain="money" status={row.status} />,
    csv: (row) => statusLabel('money', row.status),
  },
  { csvHead: 'Problem', csv: (row) => row.failure },
  {
    key: 'date',
    head: 'Date',
    cell: (row) => <TimeText at={row.date} show={date} />,
    csv: (row) => row.date,
  },
  {
    key: 'method',
    head: 'Method',
    cell: (row) => <span className="text-muted-foreground">{row.method}</span>,
    csv: (row) => row.method,
  },
  {
    key: 'transaction',
    head: 'Transaction ID',
    cell: (row) => (
      <span className="mono whitespace-nowrap text-muted-foreground">{row.transactionId}</span>
    ),
    csv: (row) => row.transactionId,
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
]

export const moneyHistoryQuery = (contractId: string) =>
  orpc.payments.history.infiniteOptions({
    input: (cursor: string | undefined) => ({ contractId, cursor }),
    ...byCursor,
  })

/** Lists payments, releases, refunds and returns of one contract, newest first. */
export function MoneyHistory({ contractId }: { contractId: string }) {
  const query = useInfiniteQuery(moneyHistoryQuery(contractId))
  return (
    <Panel
      flush
      title="Payment history"
      action={
        <ExportCsv
          noun={`payments of ${contractId}`}
          columns={moneyHistoryColumns}
          readPage={(page, options) => api.payments.history({ contractId, ...page }, options)}
          query={query}
        />
      }
    >
      <PagedList
        query={query}
        errorTitle="The payment history did not load"
        empty={
          <EmptyState title="No payments yet" className="border-t py-8">
            Payments, releases and refunds of this contract appear here.
          </EmptyState>
        }
        plain
      >
        {(rows) => (
          <DataTable
            caption="Payment history"
            columns={moneyHistoryColumns}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Panel>
  )
}
