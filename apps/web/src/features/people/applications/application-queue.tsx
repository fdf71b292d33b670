import type { Application } from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useUrlParams } from '@/lib/api/use-address-params.ts'
import { cn } from '@/lib/cn.ts'
import { countryName, industryName } from '@/lib/forms/business-labels.ts'
import { ApplicationDetail } from './application-detail.tsx'
import { applicationColumns } from './application-history.tsx'

const emptyTexts: Record<Application['status'], string> = {
  pending: 'Every application has been decided. New ones appear here.',
  approved: 'Approved businesses appear here with their organization ID.',
  declined: 'Declined applications appear here with the reason given.',
}

export const applicationsQuery = (status: Application['status']) =>
  orpc.applications.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ status, cursor }),
    ...byCursor,
  })

/** Lists applications; the opened one is in the address. */
export function ApplicationQueue({ status }: { status: Application['status'] }) {
  const [search, change] = useUrlParams()
  const query = useInfiniteQuery(applicationsQuery(status))
  const openedId = search.get('id') ?? ''
  const listed = query.data?.pages
    .flatMap((page) => page.items)
    .find((item) => item.id === openedId)
  // A link may open one that is further down the list.
  const unlisted = useQuery({
    ...orpc.applications.get.queryOptions({ input: { id: openedId } }),
    enabled: openedId !== '' && query.isSuccess && !listed,
  })
  const opened = listed ?? unlisted.data
  const open = (id: string) => change((current) => current.set('id', id), {})

  return (
    <QueryState query={query} errorTitle="Applications did not load">
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0)
          return (
            <div className="card">
              <EmptyState title={`No ${status} applications`}>{emptyTexts[status]}</EmptyState>
            </div>
          )
        return (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
            <div className={opened ? 'max-lg:order-2' : undefined}>
              <div className="card overflow-hidden">
                <div className="flex justify-end border-b px-4 py-2.5 md:px-5">
                  <ExportCsv
                    noun={`${status} applications`}
                    columns={applicationColumns}
                    readPage={(page, options) =>
                      api.applications.list({ status, ...page }, options)
                    }
                  />
                </div>
                <ul className="divide-y">
                  {items.map((item) => (
                    <ApplicationRow
                      key={item.id}
                      application={item}
                      isOpen={item.id === opened?.id}
                      onOpen={() => open(item.id)}
                    />
                  ))}
                </ul>
              </div>
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

type ApplicationRowProps = { application: Application; isOpen: boolean; onOpen: () => void }

function ApplicationRow({ application, isOpen, onOpen }: ApplicationRowProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cn(
          'flex w-full items-baseline justify-between gap-4 px-4 py-3 text-left focus-visible:-outline-offset-2 md:px-5',
          isOpen ? 'bg-primary-soft/60' : 'hover:bg-accent/60',
        )}
      >
        <span className="min-w-0">
          <span className="block truncate font-medium text-base">{application.businessName}</span>
          <span className="block text-muted-foreground text-sm">
            {industryName(application.industry)} · {application.city},{' '}
            {countryName(application.country)}
          </span>
        </span>
        <span className="shrink-0 text-muted-foreground text-xs">
          <TimeText at={application.createdAt} />
        </span>
      </button>
    </li>
  )
}
