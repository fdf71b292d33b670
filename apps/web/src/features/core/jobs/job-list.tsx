import type { JobState } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { jobColumns } from './job-columns.tsx'

const emptyTexts: Record<JobState, string> = {
  failed: 'No job has used up its tries. One that has waits here for you.',
  retrying: 'No job waits for another try.',
  running: 'No job runs at this moment.',
  waiting: 'Everything that was asked for is done.',
}

const pollMs = 10_000

export const jobsQuery = (state: JobState, search: string) =>
  orpc.jobs.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ state, search, cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })

/** Lists jobs; the search is in the address. */
export function JobList({ state, onOpen }: { state: JobState; onOpen: (id: string) => void }) {
  const filters = useFilters()
  const search = filters.get('q')
  const query = useInfiniteQuery(jobsQuery(state, search))
  const columns = jobColumns(onOpen)
  return (
    <section className="card overflow-hidden" aria-label={`Jobs: ${state}`}>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-5">
        <SearchInput
          label="Search jobs"
          placeholder="Task, key or queue"
          value={search}
          onChange={(text) => filters.set('q', text)}
          className="min-w-0 flex-1 basis-48 md:max-w-[360px]"
        />
        <ExportCsv
          noun={`${state} jobs`}
          columns={columns}
          readPage={(page, options) => api.jobs.list({ state, search, ...page }, options)}
          query={query}
        />
      </div>
      <PagedList
        query={query}
        errorTitle="Jobs did not load"
        empty={
          <EmptyState title={search ? 'No job fits' : `No ${state} jobs`} className="border-t">
            {search ? 'Try another task or key.' : emptyTexts[state]}
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption={`Jobs: ${state}`}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
          />
        )}
      </PagedList>
    </section>
  )
}
