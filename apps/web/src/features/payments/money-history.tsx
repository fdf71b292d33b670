import { type MoneyEvent, moneyEventLabels } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { Money } from '@/components/blocks/money.tsx'
import { PagedList } from '@/components/blocks/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { date } from '@/lib/format.ts'
import { historyCsv } from './money-csv.ts'

const columns: Column<MoneyEvent>[] = [
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
  },
  { key: 'status', head: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  { key: 'date', head: 'Date', cell: (row) => <When at={row.date} show={date} /> },
  {
    key: 'method',
    head: 'Method',
    cell: (row) => <span className="text-muted-foreground">{row.method}</span>,
  },
  {
    key: 'transaction',
    head: 'Transaction ID',
    cell: (row) => (
      <span className="mono whitespace-nowrap text-muted-foreground">{row.transactionId}</span>
    ),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => <Money exact cents={Number(row.amountCents)} className="font-semibold" />,
  },
]

export const moneyHistoryQuery = (contractId: string) =>
  orpc.payments.history.infiniteOptions({
    input: (cursor: string | undefined) => ({ contractId, cursor }),
    ...byCursor,
  })

/** Payments, releases, refunds and returns of one contract, newest first. */
export function MoneyHistory({ contractId }: { contractId: string }) {
  const query = useInfiniteQuery(moneyHistoryQuery(contractId))
  return (
    <Panel
      flush
      title="Payment history"
      action={
        <ExportCsv
          noun={`payments of ${contractId}`}
          columns={historyCsv}
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
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </Panel>
  )
}
