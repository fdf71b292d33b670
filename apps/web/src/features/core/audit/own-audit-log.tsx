import { auditGroups, type OwnAuditRow } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { PeriodFields } from '@/components/blocks/lists/period-fields.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { ownAuditColumns } from './own-audit-columns.tsx'

type Group = keyof typeof auditGroups
const groupNames = Object.keys(auditGroups) as Group[]
const every = 'all'
const options = [
  { value: every, label: 'Everything' },
  ...groupNames.map((name) => ({ value: name as string, label: auditGroups[name].label })),
]

const queryInput = (params: URLSearchParams) => ({
  search: params.get('q') ?? '',
  group: groupNames.find((name) => name === params.get('group')),
  from: params.get('from') || undefined,
  to: params.get('to') || undefined,
})

export const ownAuditQuery = (params: URLSearchParams) =>
  orpc.audit.own.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...queryInput(params), cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Lists what the organization's members and keys did, for its administrators. */
export function OwnAuditLog() {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  if (!viewer) return null
  if (viewer.may.includes('administer')) return <Log />
  return (
    <div className="card">
      <EmptyState title="For administrators">
        The administrators of your organization read what its members and keys did.
      </EmptyState>
    </div>
  )
}

function Log() {
  const filters = useFilters()
  const query = useInfiniteQuery(ownAuditQuery(filters.params))
  return (
    <section className="card overflow-hidden" aria-label="Audit log">
      <div className="flex flex-wrap items-start justify-between gap-3 p-4 md:px-5">
        <div className="flex flex-wrap items-center gap-3 max-md:w-full">
          <SearchInput
            label="Search by person or object"
            placeholder="Person or object"
            value={filters.get('q')}
            onChange={(text) => filters.set('q', text)}
            className="w-full md:w-56"
          />
          <Select
            aria-label="About"
            options={options}
            value={filters.get('group') || every}
            onValueChange={(value) => filters.set('group', value === every ? '' : value)}
            className="w-full md:w-52"
          />
          <PeriodFields filters={filters} />
        </div>
        <ExportCsv
          noun="audit log"
          columns={ownAuditColumns}
          readPage={(page, settings) =>
            api.audit.own({ ...queryInput(filters.params), ...page }, settings)
          }
          query={query}
        />
      </div>
      <PagedList
        query={query}
        errorTitle="The log did not load"
        empty={
          <EmptyState title="Nothing in the log fits" className="border-t">
            What members and keys do about money, members and data is written down here, for good.
          </EmptyState>
        }
      >
        {(rows: OwnAuditRow[]) => (
          <DataTable
            caption="Audit log"
            columns={ownAuditColumns}
            rows={rows}
            rowKey={(row) => String(row.seq)}
          />
        )}
      </PagedList>
    </section>
  )
}
