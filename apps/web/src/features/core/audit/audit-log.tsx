import { type AuditRow, auditActionNames } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { AuditFilters } from './audit-filters.tsx'

const queryInput = (params: URLSearchParams) => ({
  object: params.get('q') ?? '',
  actor: params.get('by') ?? '',
  action: auditActionNames.find((name) => name === params.get('action')),
  from: params.get('from') || undefined,
  to: params.get('to') || undefined,
})

export const auditQuery = (params: URLSearchParams) =>
  orpc.audit.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...queryInput(params), cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Lists the audit log, newest first, each row with its leaf in the transparency log. */
export function AuditLog() {
  const filters = useFilters()
  const [opened, setOpened] = useState<AuditRow | null>(null)
  const query = useInfiniteQuery(auditQuery(filters.params))
  const columns = auditColumns(setOpened)
  return (
    <section className="card overflow-hidden" aria-label="Audit log">
      <div className="flex flex-wrap items-start justify-between gap-3 p-4 md:px-5">
        <AuditFilters filters={filters} />
        <ExportCsv
          noun="audit log"
          columns={columns}
          readPage={(page, options) =>
            api.audit.list({ ...queryInput(filters.params), ...page }, options)
          }
          query={query}
        />
      </div>
      <PagedList
        query={query}
        errorTitle="The log did not load"
        empty={
          <EmptyState title="Nothing in the log fits" className="border-t">
            What people do about money and rights is written down here, for good.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Audit log"
            columns={columns}
            rows={rows}
            rowKey={(row) => String(row.seq)}
          />
        )}
      </PagedList>
      {opened && <AuditDetail row={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
