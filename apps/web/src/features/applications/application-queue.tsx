import type { Application } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { orpc } from '@/lib/api.ts'
import { ApplicationDetail } from './application-detail.tsx'
import { ApplicationRow } from './application-row.tsx'

const emptyTexts: Record<Application['status'], string> = {
  pending: 'Every application has been decided. New ones appear here.',
  approved: 'Approved businesses appear here with their organization ID.',
  declined: 'Declined applications appear here with the reason given.',
}

/** The opened application is in the address. */
export function ApplicationQueue({ status }: { status: Application['status'] }) {
  const [search, setSearch] = useSearchParams()
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
              <LoadMore query={query} />
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
  )
}
