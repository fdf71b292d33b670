import type { AuditRow } from '@semblance/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { LoadMore } from '@/components/blocks/load-more.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { SearchInput } from '@/components/blocks/search-input.tsx'
import { type Column, DataTable } from '@/components/ui/data-table.tsx'
import { orpc } from '@/lib/api.ts'
import { count, dateTime } from '@/lib/format.ts'
import { useFilters } from './use-filters.ts'

/** Who did what, newest first, each with its link in the chain. */
export function AuditLog() {
  const filters = useFilters()
  const search = filters.get('q')
  const query = useInfiniteQuery(
    orpc.books.staff.audit.infiniteOptions({
      input: (cursor: string | undefined) => ({ search, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <section className="card overflow-hidden" aria-label="Audit log">
      <div className="p-4 md:px-5">
        <SearchInput
          label="Search the log"
          placeholder="Action or object"
          value={search}
          onChange={(text) => filters.set('q', text)}
          className="max-w-[360px]"
        />
      </div>
      <QueryState query={query} errorTitle="The log did not load">
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.items)
          if (rows.length === 0)
            return (
              <EmptyState title="Nothing in the log" className="border-t">
                What people do about money and rights is written down here, for good.
              </EmptyState>
            )
          return (
            <DataTable
              caption="Audit log"
              columns={columns}
              rows={rows}
              rowKey={(row) => String(row.seq)}
            />
          )
        }}
      </QueryState>
      <LoadMore query={query} className="border-t" />
    </section>
  )
}

const columns: readonly Column<AuditRow>[] = [
  {
    key: 'action',
    head: 'Action',
    mobile: 'title',
    cell: ({ action, detail }) => (
      <div className="py-1">
        <span className="mono text-sm">{action}</span>
        <div className="font-normal text-muted-foreground text-xs [overflow-wrap:anywhere]">
          {inWords(detail)}
        </div>
      </div>
    ),
  },
  {
    key: 'object',
    head: 'Object',
    cell: ({ object }) => (
      <span className="mono text-muted-foreground text-xs [overflow-wrap:anywhere]">{object}</span>
    ),
  },
  { key: 'actor', head: 'By', cell: ({ actorName }) => actorName ?? 'The platform' },
  {
    key: 'at',
    head: 'When',
    cell: ({ at }) => <span className="num whitespace-nowrap">{dateTime(at)}</span>,
  },
  {
    key: 'link',
    head: 'Link',
    align: 'right',
    mobile: 'hide',
    cell: ({ position, hash }) =>
      position === null ? (
        <span className="text-muted-foreground text-xs">within a minute</span>
      ) : (
        <span title={hash ?? undefined} className="mono text-muted-foreground text-xs">
          {count(Number(position))} · {hash?.slice(0, 8)}
        </span>
      ),
  },
]

const inWords = (detail: AuditRow['detail']) =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
