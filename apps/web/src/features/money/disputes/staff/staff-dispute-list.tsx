import { type DisputeTab, disputeTabs } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { staffDisputeColumns } from './staff-dispute-columns.tsx'

const labels: Record<DisputeTab, string> = {
  waiting: 'Waiting for Us',
  open: 'Between the Parties',
  closed: 'Closed',
}

const emptyTexts: Record<DisputeTab, string> = {
  waiting: 'Nothing waits for a decision. Disputes that the parties cannot settle appear here.',
  open: 'No parties are negotiating about a dispute.',
  closed: 'Settled, decided and withdrawn disputes appear here.',
}

const pollMs = 30_000

const queryInput = (params: URLSearchParams) => ({
  tab: disputeTabs.find((known) => known === params.get('tab')) ?? 'waiting',
  search: params.get('q') || undefined,
})

export const staffDisputesQuery = (params: URLSearchParams) =>
  orpc.disputes.staff.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...queryInput(params), cursor }),
    ...byCursor,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })

/** Tab and search are in the address. */
export function StaffDisputeList() {
  const { params, set } = useFilters()
  const { tab, search } = queryInput(params)
  return (
    <Tabs value={tab} onValueChange={(next) => set('tab', next === 'waiting' ? '' : next)}>
      <TabsList aria-label="Disputes by status">
        {disputeTabs.map((one) => (
          <TabsTrigger key={one} value={one}>
            {labels[one]}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab} className="pt-5">
        <section className="card overflow-hidden" aria-label="Disputes">
          <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-5">
            <SearchInput
              label="Search disputes"
              placeholder="Title, company or ID"
              value={search ?? ''}
              onChange={(text) => set('q', text)}
              className="min-w-0 flex-1 basis-48 md:max-w-[360px]"
            />
            <ExportCsv
              noun="disputes"
              columns={staffDisputeColumns}
              readPage={(page, options) =>
                api.disputes.staff.list({ tab, search, ...page }, options)
              }
            />
          </div>
          <Rows params={params} />
        </section>
      </TabsContent>
    </Tabs>
  )
}

function Rows({ params }: { params: URLSearchParams }) {
  const { tab, search } = queryInput(params)
  const query = useInfiniteQuery(staffDisputesQuery(params))
  return (
    <PagedList
      query={query}
      errorTitle="Disputes did not load"
      empty={
        <EmptyState title={search ? 'No dispute fits' : 'No disputes here'} className="border-t">
          {search ? 'Try another title, company or ID.' : emptyTexts[tab]}
        </EmptyState>
      }
    >
      {(rows) => (
        <DataTable
          caption="Disputes"
          columns={staffDisputeColumns}
          rows={rows}
          rowKey={(row) => row.id}
        />
      )}
    </PagedList>
  )
}
