import type { ComponentProps, ReactNode } from 'react'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'

type AuditPanelProps<Row> = {
  filters: ReactNode
  exportCsv: ReactNode
  query: ComponentProps<typeof PagedList<Row>>['query']
  columns: readonly Column<Row>[]
  /** Says what is written into this log. */
  scope: string
}

/** Shows an audit log: its filters, its export and its rows, newest first. */
export function AuditPanel<Row extends { seq: bigint }>({
  filters,
  exportCsv,
  query,
  columns,
  scope,
}: AuditPanelProps<Row>) {
  return (
    <section className="card overflow-hidden" aria-label="Audit log">
      <div className="flex flex-wrap items-start justify-between gap-3 p-4 md:px-5">
        <div className="flex flex-wrap items-center gap-3 max-md:w-full">{filters}</div>
        {exportCsv}
      </div>
      <PagedList
        query={query}
        errorTitle="The log did not load"
        empty={
          <EmptyState title="Nothing in the log fits" className="border-t">
            {scope}
          </EmptyState>
        }
      >
        {(rows: Row[]) => (
          <DataTable
            caption="Audit log"
            columns={columns}
            rows={rows}
            rowKey={(row) => String(row.seq)}
          />
        )}
      </PagedList>
    </section>
  )
}
