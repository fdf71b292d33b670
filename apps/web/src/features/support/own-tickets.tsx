import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ExportCsv } from '@/components/blocks/export-csv.tsx'
import { Id } from '@/components/blocks/id.tsx'
import { PagedList } from '@/components/blocks/paged-list.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { SkeletonRows } from '@/components/blocks/skeleton-rows.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { When } from '@/components/blocks/when.tsx'
import { api, orpc } from '@/lib/api.ts'
import { byCursor } from '@/lib/by-cursor.ts'
import { paths } from '@/paths.ts'
import { ticketCsv } from './ticket-csv.ts'

export const ownTicketsQuery = orpc.support.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 5 }),
  ...byCursor,
})

export function OwnTickets() {
  const query = useInfiniteQuery(ownTicketsQuery)
  return (
    <Panel
      title="Your tickets"
      flush
      action={
        <ExportCsv noun="tickets" columns={ticketCsv} readPage={api.support.list} query={query} />
      }
    >
      <PagedList
        query={query}
        errorTitle="Your tickets did not load"
        skeleton={<SkeletonRows rows={2} />}
        empty={
          <p className="border-t px-4 py-4 text-base text-muted-foreground md:px-5">
            What you write to us is kept here, with our answers.
          </p>
        }
      >
        {(items) => (
          <ul className="divide-y border-t">
            {items.map((ticket) => (
              <li key={ticket.id}>
                <Link
                  to={paths.ticket(ticket.id)}
                  className="block px-4 py-3 hover:bg-accent/60 focus-visible:-outline-offset-2 md:px-5"
                >
                  <span className="flex items-start justify-between gap-3">
                    <span className="min-w-0 font-medium text-base [overflow-wrap:anywhere]">
                      {ticket.subject}
                    </span>
                    <StatusBadge status={ticket.status} />
                  </span>
                  <span className="mt-0.5 flex gap-2 text-muted-foreground text-sm">
                    <Id>{ticket.id}</Id>
                    <When at={ticket.updatedAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}
