import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { userColumns } from './user-columns.tsx'

export const usersQuery = (search: string) =>
  orpc.admin.users.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ search, cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Lists users; the search is in the address. */
export function UserList() {
  const { get, set } = useFilters()
  const search = get('q')
  const query = useInfiniteQuery(usersQuery(search))
  return (
    <section className="card overflow-hidden" aria-label="Users">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-5">
        <SearchInput
          label="Search users"
          placeholder="Name, e-mail or organization"
          value={search}
          onChange={(text) => set('q', text)}
          className="min-w-0 flex-1 basis-48 md:max-w-[360px]"
        />
        <ExportCsv
          noun="users"
          columns={userColumns}
          readPage={(page, options) => api.admin.users.list({ search, ...page }, options)}
          query={query}
        />
      </div>
      <PagedList
        query={query}
        errorTitle="Users did not load"
        empty={
          <EmptyState title="Nobody fits" className="border-t">
            Try another name, e-mail or organization.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable caption="Users" columns={userColumns} rows={rows} rowKey={(row) => row.id} />
        )}
      </PagedList>
    </section>
  )
}
