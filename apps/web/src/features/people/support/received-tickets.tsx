import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { paths } from '@/paths.ts'

const receivedQuery = orpc.support.received.infiniteOptions({
  input: (cursor: string | undefined) => ({ cursor, limit: 5 }),
  ...byCursor,
})

/** Lists what clients ask of the vendor within the support periods of their contracts; nothing without a ticket. */
export function ReceivedTickets() {
  const query = useInfiniteQuery(receivedQuery)
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <Panel
      title="Tickets of your clients"
      description="You support these contracts, as agreed. Our staff do not answer here."
      flush
    >
      <ul className="divide-y border-t">
        {items.map((ticket) => (
          <li key={ticket.id}>
            <Link
              to={`${paths.contactSupport}?received=${ticket.id}`}
              className="block px-4 py-3 hover:bg-accent/60 focus-visible:-outline-offset-2 md:px-5"
            >
              <span className="flex items-start justify-between gap-3">
                <span className="min-w-0 font-medium text-base [overflow-wrap:anywhere]">
                  {ticket.subject}
                </span>
                <StatusBadge domain="ticket" status={ticket.status} />
              </span>
              <span className="mt-0.5 flex flex-wrap gap-2 text-muted-foreground text-sm">
                <Id>{ticket.id}</Id>
                {ticket.organizationName}
                <TimeText at={ticket.updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore query={query} label="Show earlier" className="p-2" />
    </Panel>
  )
}
