import { organizationStatuses } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { organizationColumns } from './organization-columns.tsx'
import { OrganizationDetail } from './organization-detail.tsx'

const choices = [
  { value: 'all', label: 'All' },
  ...organizationStatuses.map((value) => ({ value, label: statusLabel('organization', value) })),
]

const queryInput = (params: URLSearchParams) => ({
  search: params.get('q') ?? '',
  status: organizationStatuses.find((known) => known === params.get('status')),
})

export const organizationsQuery = (params: URLSearchParams) =>
  orpc.admin.organizations.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...queryInput(params), cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Search, status and the opened organization are in the address. */
export function OrganizationList() {
  const { params, get, set } = useFilters()
  const { search, status } = queryInput(params)
  const opened = get('organization')
  const query = useInfiniteQuery(organizationsQuery(params))
  const columns = organizationColumns((id) => set('organization', id))
  return (
    <section className="card overflow-hidden" aria-label="Organizations">
      <div className="flex flex-wrap items-center gap-3 p-4 md:px-5">
        <SearchInput
          label="Search organizations"
          placeholder="Name, organization ID or e-mail"
          value={search}
          onChange={(text) => set('q', text)}
          className="min-w-0 flex-1 basis-48 md:max-w-[360px]"
        />
        <ChoiceChips
          className="max-md:order-last max-md:w-full"
          label="Status"
          options={choices}
          value={status ?? 'all'}
          onValueChange={(value) => set('status', value === 'all' ? '' : value)}
        />
        <div className="ml-auto">
          <ExportCsv
            noun="organizations"
            columns={columns}
            readPage={(page, options) =>
              api.admin.organizations.list({ search, status, ...page }, options)
            }
            query={query}
          />
        </div>
      </div>
      <PagedList
        query={query}
        errorTitle="Organizations did not load"
        empty={
          <EmptyState title="No organization fits" className="border-t">
            Try another name, ID or status.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Organizations"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
      {opened && (
        <OrganizationDetail
          key={opened}
          organizationId={opened}
          onClose={() => set('organization', '')}
        />
      )}
    </section>
  )
}
