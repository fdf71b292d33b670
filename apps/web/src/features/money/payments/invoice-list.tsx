import { type Invoice, invoiceKindLabels } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { DownloadDocument } from '@/components/blocks/files/download-document.tsx'
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

/** A credit note gives back: its amount is below zero. */
const signedCents = ({ kind, amountCents }: Invoice) =>
  kind === 'credit_note' ? -amountCents : amountCents

export const invoiceColumns: readonly Column<Invoice>[] = [
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
    csv: (row) => row.number,
  },
  { csvHead: 'Kind', csv: (row) => invoiceKindLabels[row.kind] },
  { csvHead: 'Contract', csv: (row) => row.contractId },
  { csvHead: 'Item', csv: (row) => row.item },
  { csvHead: 'Purchase order', csv: (row) => row.purchaseOrder },
  { csvHead: 'Cost center', csv: (row) => row.costCenter },
  {
    key: 'status',
    head: 'Status',
    cell: (row) => <StatusBadge domain="money" status={row.status} />,
    csv: (row) => statusLabel('money', row.status),
  },
  {
    key: 'date',
    head: 'Date',
    cell: (row) => <TimeText at={row.date} show={date} />,
    csv: (row) => row.date,
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    mobile: 'value',
    cell: (row) => <Money exact cents={Number(signedCents(row))} className="font-semibold" />,
    csvHead: 'Amount (USD)',
    csv: (row) => plainUsd(signedCents(row)),
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

/**
 * Lists the reader's own documents about one contract: invoices and credit notes, or remittance
 * statements.
 */
export function InvoiceList({ contractId }: { contractId: string }) {
  const query = useInfiniteQuery(invoicesQuery(contractId))
  return (
    <Panel
      flush
      title="Invoices"
      action={
        <ExportCsv
          noun={`invoices of ${contractId}`}
          columns={invoiceColumns}
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
            columns={invoiceColumns}
            rows={rows}
            rowKey={({ number }) => number}
          />
        )}
      </PagedList>
    </Panel>
  )
}
