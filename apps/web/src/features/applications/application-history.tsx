import type { Application } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { PagedList } from '@/components/blocks/paged-list.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api.ts'
import { countryName, industryName } from '@/lib/business-labels.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { dateTime } from '@/lib/format.ts'
import { applicationCsv } from './application-csv.ts'

const columns: readonly Column<Application>[] = [
  {
    key: 'business',
    head: 'Business',
    mobile: 'title',
    cell: ({ businessName, industry, city, country }) => (
      <div className="py-1">
        <div className="font-medium">{businessName}</div>
        <div className="font-normal text-muted-foreground text-sm">
          {industryName(industry)} · {city}, {countryName(country)}
        </div>
      </div>
    ),
  },
  {
    key: 'decision',
    head: 'Decision',
    mobile: 'value',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'outcome',
    head: 'Organization ID or reason',
    cell: ({ organizationId, decisionReason }) =>
      organizationId ? (
        <span className="mono whitespace-nowrap">{organizationId}</span>
      ) : (
        <span className="block max-w-[48ch] [overflow-wrap:anywhere]">{decisionReason}</span>
      ),
  },
  {
    key: 'by',
    head: 'Decided by',
    cell: ({ decidedBy }) =>
      decidedBy ?? <span className="text-muted-foreground">Account deleted</span>,
  },
  {
    key: 'when',
    head: 'Decided',
    cell: ({ decidedAt }) => decidedAt && <When at={decidedAt} show={dateTime} />,
  },
]

export const applicationHistoryQuery = orpc.applications.history.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Who decided what, and when; the latest first. */
export function ApplicationHistory() {
  const query = useInfiniteQuery(applicationHistoryQuery)
  return (
    <div className="card overflow-hidden">
      <div className="flex justify-end border-b p-3 empty:hidden md:px-5">
        <ExportCsv
          noun="decided applications"
          columns={applicationCsv}
          readPage={api.applications.history}
          query={query}
        />
      </div>
      <PagedList
        query={query}
        errorTitle="The history did not load"
        empty={
          <EmptyState title="Nothing decided yet">
            Every decision appears here, with who made it and when.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            className="[&_thead_tr]:border-t-0"
            caption="Decided applications"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </div>
  )
}
