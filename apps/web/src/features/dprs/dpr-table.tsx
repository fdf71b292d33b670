import { type DprTab, dprTabs } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { DataTable } from '@/components/ui/data-table.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { orpc } from '@/lib/api.ts'
import { paths } from '@/paths.ts'
import { dprColumns } from './dpr-columns.tsx'

const tabLabels: Record<DprTab, string> = {
  active: 'Active',
  fulfilled: 'Fulfilled',
  pending: 'Pending',
}

/** The organization's own requests by tab. */
export function DprTable() {
  const { tab, setTab } = useTab()
  const query = useInfiniteQuery(
    orpc.dprs.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ tab, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  const counts = query.data?.pages[0]?.counts
  // The tab's own rows only: the ones kept from another tab give its counts, never its rows.
  const ownQuery = query.isPlaceholderData ? { ...query, data: undefined, isPending: true } : query
  return (
    <section className="card overflow-hidden" aria-label="Data procurement requests">
      <Tabs value={tab} onValueChange={setTab}>
        <TabsList className="px-4 pt-1 md:px-5">
          {dprTabs.map((key) => (
            <TabsTrigger key={key} value={key} count={counts?.[key]}>
              {tabLabels[key]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={tab}>
          <QueryState query={ownQuery} errorTitle="Your requests did not load">
            {({ pages }) => {
              const rows = pages.flatMap((page) => page.items)
              if (rows.length === 0) return <EmptyTab tab={tab} />
              return (
                <DataTable
                  className="[&_thead_tr]:border-t-0"
                  caption={`${tabLabels[tab]} DPRs`}
                  columns={dprColumns}
                  rows={rows}
                  rowKey={(row) => row.id}
                />
              )
            }}
          </QueryState>
          {!query.isPlaceholderData && <LoadMore query={query} className="border-t" />}
        </TabsContent>
      </Tabs>
    </section>
  )
}

/** In the address bar; a page may also hand a first tab over when it navigates here. */
function useTab() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const named: unknown = params.get('tab') ?? state?.tab
  return {
    tab: dprTabs.find((tab) => tab === named) ?? 'active',
    setTab: (tab: string) => setParams({ tab }, { replace: true }),
  }
}

const emptyTexts: Record<DprTab, { title: string; text: string }> = {
  active: {
    title: 'No active DPRs',
    text: 'A request is active while vendors send offers and while its contract runs.',
  },
  fulfilled: {
    title: 'No fulfilled DPRs',
    text: 'Requests whose validated data has been delivered are kept here.',
  },
  pending: {
    title: 'No pending DPRs',
    text: 'A new request waits here for its first offer. Vendors usually answer within 5-7 business days.',
  },
}

function EmptyTab({ tab }: { tab: DprTab }) {
  return (
    <EmptyState
      title={emptyTexts[tab].title}
      action={
        <Button asChild variant="outline">
          <Link to={paths.createDpr}>
            <Plus aria-hidden />
            Create New DPR
          </Link>
        </Button>
      }
    >
      {emptyTexts[tab].text}
    </EmptyState>
  )
}
