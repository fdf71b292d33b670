import type { Application } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { dateTime } from '@/lib/format.ts'
import { countryName, industryName } from '@/lib/forms/business-labels.ts'

export const applicationColumns: readonly Column<Application>[] = [
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
    csv: (one) => one.businessName,
  },
  { csvHead: 'Industry', csv: (one) => industryName(one.industry) },
  { csvHead: 'Contact person', csv: (one) => one.contactPerson },
  { csvHead: 'E-mail', csv: (one) => one.businessEmail },
  { csvHead: 'Phone', csv: (one) => one.contactPhone },
  { csvHead: 'Website', csv: (one) => one.businessWebsite },
  { csvHead: 'Registration number', csv: (one) => one.registrationNumber },
  { csvHead: 'Address', csv: (one) => one.businessAddress },
  { csvHead: 'City', csv: (one) => one.city },
  { csvHead: 'Country', csv: (one) => countryName(one.country) },
  { csvHead: 'Applied', csv: (one) => one.createdAt },
  {
    key: 'decision',
    head: 'Decision',
    mobile: 'value',
    cell: ({ status }) => <StatusBadge domain="application" status={status} />,
    csv: ({ status }) => statusLabel('application', status),
  },
  { csvHead: 'Organization ID', csv: (one) => one.organizationId },
  { csvHead: 'Reason', csv: (one) => one.decisionReason },
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
    csv: ({ decidedBy }) => decidedBy,
  },
  {
    key: 'when',
    head: 'Decided',
    cell: ({ decidedAt }) => decidedAt && <TimeText at={decidedAt} show={dateTime} />,
    csv: ({ decidedAt }) => decidedAt,
  },
]

export const applicationHistoryQuery = orpc.applications.history.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor }),
  ...byCursor,
})

/** Lists decisions with author and time, the latest first. */
export function ApplicationHistory() {
  const query = useInfiniteQuery(applicationHistoryQuery)
  return (
    <div className="card overflow-hidden">
      <div className="flex items-center justify-between gap-3 border-b px-4 py-2 md:px-5">
        <p className="text-muted-foreground text-sm">The latest decision first</p>
        <ExportCsv
          noun="decided applications"
          columns={applicationColumns}
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
            columns={applicationColumns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </div>
  )
}
