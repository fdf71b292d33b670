import { type Application, applicationStatuses } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { orpc } from '@/lib/api.ts'
import { titleCase } from '@/lib/format.ts'
import { ApplicationDetail } from './application-detail.tsx'
import { ApplicationRow } from './application-row.tsx'

const emptyTexts: Record<Application['status'], string> = {
  pending: 'Every application has been decided. New ones appear here.',
  approved: 'Approved businesses appear here with their organization ID.',
  declined: 'Declined applications appear here with the reason given.',
}

/** The tab and the opened application are in the address. */
export function ApplicationQueue() {
  const [search, setSearch] = useSearchParams()
  const status = applicationStatuses.find((known) => known === search.get('tab')) ?? 'pending'
  const query = useInfiniteQuery(
    orpc.applications.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ status, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const open = (id: string) =>
    setSearch((known) => {
      known.set('id', id)
      return known
    })

  return (
    <Tabs
      value={status}
      onValueChange={(tab) => setSearch(tab === 'pending' ? {} : { tab })}
      className="min-w-0"
    >
      <TabsList aria-label="Applications by decision">
        {applicationStatuses.map((each) => (
          <TabsTrigger key={each} value={each}>
            {titleCase(each)}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={status} className="pt-5">
        <QueryState query={query} errorTitle="Applications did not load">
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            const opened = items.find((item) => item.id === search.get('id'))
            if (items.length === 0)
              return (
                <div className="card">
                  <EmptyState title={`No ${status} applications`}>{emptyTexts[status]}</EmptyState>
                </div>
              )
            return (
              <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
                <div className={opened ? 'max-lg:order-2' : undefined}>
                  <ul className="card divide-y overflow-hidden">
                    {items.map((item) => (
                      <ApplicationRow
                        key={item.id}
                        application={item}
                        isOpen={item.id === opened?.id}
                        onOpen={() => open(item.id)}
                      />
                    ))}
                  </ul>
                  {query.hasNextPage && (
                    <Button
                      variant="outline"
                      className="mt-4 w-full"
                      loading={query.isFetchingNextPage}
                      onClick={() => query.fetchNextPage()}
                    >
                      Load More
                    </Button>
                  )}
                </div>
                {opened ? (
                  <ApplicationDetail key={opened.id} application={opened} />
                ) : (
                  <p className="card px-5 py-16 text-center text-base text-muted-foreground max-lg:hidden">
                    Choose an application to read it.
                  </p>
                )}
              </div>
            )
          }}
        </QueryState>
      </TabsContent>
    </Tabs>
  )
}
