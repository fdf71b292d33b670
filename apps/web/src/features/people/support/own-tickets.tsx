import type { Ticket } from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { PagedList } from '@/components/blocks/lists/paged-list.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { titleCase } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

export const ownTicketsQuery = orpc.support.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 5 }),
  ...byCursor,
})

export const ticketColumns: readonly Column<Ticket>[] = [
  { csvHead: 'Ticket', csv: (ticket) => ticket.id },
  { csvHead: 'Subject', csv: (ticket) => ticket.subject },
  { csvHead: 'Priority', csv: (ticket) => titleCase(ticket.priority) },
  { csvHead: 'Status', csv: (ticket) => statusLabel('ticket', ticket.status) },
  { csvHead: 'Contract', csv: (ticket) => ticket.contractId },
  { csvHead: 'Opened', csv: (ticket) => ticket.createdAt },
  { csvHead: 'Last word', csv: (ticket) => ticket.updatedAt },
]

export function OwnTickets() {
  const query = useInfiniteQuery(ownTicketsQuery)
  return (
    <Panel
      title="Your tickets"
      flush
      action={
        <ExportCsv
          noun="tickets"
          columns={ticketColumns}
          readPage={api.support.list}
          query={query}
        />
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
                    <StatusBadge domain="ticket" status={ticket.status} />
                  </span>
                  <span className="mt-0.5 flex gap-2 text-muted-foreground text-sm">
                    <Id>{ticket.id}</Id>
                    <TimeText at={ticket.updatedAt} />
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
