import { type Invoice, invoiceKindLabels } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { DownloadDocument } from '@/components/blocks/download-document.tsx'
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
import { invoiceCsv } from './money-csv.ts'

const columns: Column<Invoice>[] = [
  {
    key: 'number',
    head: 'Number',
    mobile: 'title',
    cell: (row) => (
      <div>
        <div className="mono whitespace-nowrap font-medium">{row.number}</div>
        <div className="text-muted-foreground text-sm">{invoiceKindLabels[row.kind]}</div>
      </div>
    ),
  },
  { key: 'status', head: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  { key: 'date', head: 'Date', cell: (row) => <When at={row.date} show={date} /> },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => (
      <Money
        exact
        cents={Number(row.kind === 'credit_note' ? -row.amountCents : row.amountCents)}
        className="font-semibold"
      />
    ),
  },
  {
    key: 'pdf',
    head: <span className="sr-only">Download</span>,
    align: 'right',
    mobile: 'action',
    cell: (row) => <DownloadDocument number={row.number} noun="Invoice" />,
  },
]

export const invoicesQuery = (contractId: string) =>
  orpc.invoices.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ contractId, cursor }),
    ...byCursor,
  })

/** The reader's own documents about one contract: invoices and credit notes, or remittance statements. */
export function InvoiceList({ contractId }: { contractId: string }) {
  const query = useInfiniteQuery(invoicesQuery(contractId))
  return (
    <Panel
      flush
      title="Invoices"
      action={
        <ExportCsv
          noun={`invoices of ${contractId}`}
          columns={invoiceCsv}
          readPage={(page, options) => api.invoices.list({ contractId, ...page }, options)}
          query={query}
        />
      }
    >
      <PagedList
        query={query}
        errorTitle="Invoices did not load"
        empty={
          <EmptyState title="No invoices yet" className="border-t py-8">
            Payments, releases and refunds each bring a document for whom they concern.
          </EmptyState>
        }
        plain
      >
        {(rows) => (
          <DataTable
            caption="Invoices"
            columns={columns}
            rows={rows}
            rowKey={({ number }) => number}
          />
        )}
      </PagedList>
    </Panel>
  )
}
