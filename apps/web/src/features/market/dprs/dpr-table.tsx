import { dprSortLabels, dprSorts } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { columnsOf } from './dpr-columns.tsx'
import { DraftList } from './draft-list.tsx'
import { EmptyTab, NoMatch } from './empty-tab.tsx'
import { type ListTab, listTabs, type readDprList, useDprList } from './use-dpr-list.ts'

const tabLabels: Record<ListTab, string> = {
  active: 'Active',
  fulfilled: 'Fulfilled',
  pending: 'Pending',
  closed: 'Closed',
  drafts: 'Drafts',
}

/** Shown only while they hold something. */
const isExtra = (tab: ListTab) => tab === 'closed' || tab === 'drafts'

export const dprListQuery = ({ tab, search, sort }: ReturnType<typeof readDprList>) =>
  orpc.dprs.list.infiniteOptions({
    input: (cursor: string | undefined) => ({
      // The drafts have their own list; this one still provides the counts.
      tab: tab === 'drafts' ? 'active' : tab,
      search: tab === 'drafts' ? '' : search,
      sort: tab === 'drafts' ? 'newest' : sort,
      cursor,
    }),
    ...byCursor,
    placeholderData: keepPreviousData,
  })

/** Lists the organization's own requests by tab. */
export function DprTable() {
  const { tab, search, sort, change } = useDprList()
  const query = useInfiniteQuery(dprListQuery({ tab, search, sort }))
  const counts = query.data?.pages[0]?.counts
  // The tab's own rows only: the ones kept from another tab give its counts, never its rows.
  const ownQuery = query.isPlaceholderData ? { ...query, data: undefined, isPending: true } : query
  const shownTabs = listTabs.filter((key) => !isExtra(key) || key === tab || counts?.[key])
  const tabList = useRef<HTMLDivElement>(null)
  // A phone shows four of the five: the chosen one among them.
  useEffect(() => {
    const list = tabList.current
    const chosen = list?.querySelector<HTMLElement>(`[data-state=active][id$="-${tab}"]`)
    if (list && chosen && counts) list.scrollLeft = chosen.offsetLeft - list.offsetLeft - 16
  }, [tab, counts])
  return (
    <section className="card overflow-hidden" aria-label="Data procurement requests">
      <Tabs value={tab} onValueChange={(next) => change({ tab: next })}>
        <TabsList ref={tabList} className="px-4 pt-1 md:px-5">
          {shownTabs.map((key) => (
            <TabsTrigger key={key} value={key} count={counts?.[key]}>
              {tabLabels[key]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={tab}>
          {tab === 'drafts' ? (
            <DraftList />
          ) : (
            <>
              <div className="flex flex-col gap-2 border-b p-3 md:flex-row md:justify-between md:px-5">
                <SearchInput
                  label="Search requests"
                  placeholder="Title or ID"
                  value={search}
                  onChange={(text) => change({ search: text })}
                  className="md:w-72"
                />
                <div className="flex flex-wrap items-center gap-2">
                  <Select
                    aria-label="Sort"
                    prefix="Sort"
                    className="max-md:flex-1 md:w-56"
                    value={sort}
                    onValueChange={(next) => change({ sort: next })}
                    options={dprSorts.map((value) => ({ value, label: dprSortLabels[value] }))}
                  />
                  <ExportCsv
                    noun={`${tab} DPRs`}
                    columns={columnsOf(tab)}
                    readPage={(page, options) =>
                      api.dprs.list({ tab, search, sort, ...page }, options)
                    }
                    query={ownQuery}
                  />
                </div>
              </div>
              <QueryState query={ownQuery} errorTitle="Your requests did not load">
                {({ pages }) => {
                  const rows = pages.flatMap((page) => page.items)
                  if (rows.length === 0)
                    return search ? (
                      <NoMatch tab={tabLabels[tab]} onClear={() => change({ search: '' })} />
                    ) : (
                      <EmptyTab tab={tab} />
                    )
                  return (
                    <DataTable
                      className="[&_thead_tr]:border-t-0"
                      caption={`${tabLabels[tab]} DPRs`}
                      columns={columnsOf(tab)}
                      rows={rows}
                      rowKey={(row) => row.id}
                    />
                  )
                }}
              </QueryState>
              {!query.isPlaceholderData && <LoadMore query={query} className="border-t" />}
            </>
          )}
        </TabsContent>
      </Tabs>
    </section>
  )
}
