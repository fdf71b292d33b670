import {
  isForStaff,
  type StaffTicket,
  type TicketStatus,
  ticketQueues,
  ticketStatuses,
  type WhoseTickets,
} from '@semblance/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { cn } from '@/lib/cn.ts'
import { ticketColumns } from './own-tickets.tsx'
import { StaffTicketPanel } from './staff-ticket-panel.tsx'
import { Priority } from './ticket-facts.tsx'

const emptyTexts: Record<TicketStatus, string> = {
  open: 'Every question has been answered. New ones appear here, the most urgent first.',
  answered: 'Answered tickets wait here for another word of whoever asked.',
  closed: 'Closed tickets appear here. They open again when whoever asked writes again.',
}

const emptyTextOf = (whose: WhoseTickets, status: TicketStatus) =>
  whose === 'all'
    ? emptyTexts[status]
    : whose === 'mine'
      ? 'Tickets that are assigned to you appear here.'
      : 'Tickets that vendors answer appear here, to be read. They move to your own once their author asks you to step in.'

const pollMs = 30_000

const whoseTickets = [
  { value: 'all', label: 'All' },
  { value: 'mine', label: 'Mine' },
  { value: 'vendors', label: 'With vendors' },
] as const

const queryInput = (params: URLSearchParams): { status: TicketStatus; whose: WhoseTickets } => ({
  status: ticketStatuses.find((known) => known === params.get('tab')) ?? 'open',
  whose: ticketQueues.find((known) => known === params.get('whose')) ?? 'all',
})

export const ticketsQuery = (params: URLSearchParams) =>
  orpc.support.staff.queue.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...queryInput(params), cursor }),
    ...byCursor,
    refetchInterval: pollMs,
  })

export const staffTicketColumns: readonly Column<StaffTicket>[] = [
  ...ticketColumns,
  { csvHead: 'Name', csv: (ticket) => ticket.name },
  { csvHead: 'E-mail', csv: (ticket) => ticket.email },
  { csvHead: 'Organization', csv: (ticket) => ticket.organizationName },
  { csvHead: 'Assigned to', csv: (ticket) => ticket.assignee?.name },
]

/** Tab, filter and opened ticket are in the address. */
export function TicketDesk() {
  const [params, setParams] = useSearchParams()
  const { status: tab } = queryInput(params)
  return (
    <Tabs
      value={tab}
      onValueChange={(next) =>
        setParams((known) => {
          known.delete('ticket')
          if (next === 'open') known.delete('tab')
          else known.set('tab', next)
          return known
        })
      }
      className="min-w-0"
    >
      <TabsList aria-label="Tickets by status">
        {ticketStatuses.map((status) => (
          <TabsTrigger key={status} value={status}>
            {statusLabel('ticket', status)}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab} className="pt-5">
        <TicketQueue />
      </TabsContent>
    </Tabs>
  )
}

function TicketQueue() {
  const [params, setParams] = useSearchParams()
  const filters = useFilters()
  const opened = params.get('ticket')
  const { status, whose } = queryInput(params)
  const query = useInfiniteQuery(ticketsQuery(params))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const open = (id: string) =>
    setParams((known) => {
      known.set('ticket', id)
      return known
    })
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
      <div className={cn('min-w-0', opened && 'max-lg:order-2')}>
        <div className="card overflow-hidden">
          <div className="flex flex-wrap items-center justify-between gap-3 border-b px-4 py-2.5 md:px-5">
            <ChoiceChips
              label="Whose tickets"
              options={whoseTickets}
              value={whose}
              onValueChange={(next) => filters.set('whose', next === 'all' ? '' : next)}
            />
            {items.length > 0 && (
              <ExportCsv
                noun={`${status} tickets`}
                columns={staffTicketColumns}
                readPage={(page, options) =>
                  api.support.staff.queue({ status, whose, ...page }, options)
                }
              />
            )}
          </div>
          <QueryState
            query={query}
            errorTitle="Tickets did not load"
            skeleton={<SkeletonRows rows={2} />}
          >
            {() =>
              items.length === 0 ? (
                <EmptyState title={`No ${status} tickets`}>{emptyTextOf(whose, status)}</EmptyState>
              ) : (
                <ul className="divide-y">
                  {items.map((ticket) => (
                    <QueueRow
                      key={ticket.id}
                      ticket={ticket}
                      isOpen={ticket.id === opened}
                      onOpen={() => open(ticket.id)}
                    />
                  ))}
                </ul>
              )
            }
          </QueryState>
        </div>
        <LoadMore query={query} />
      </div>
      {opened ? (
        <StaffTicketPanel key={opened} ticketId={opened} />
      ) : (
        <p className="card px-5 py-16 text-center text-base text-muted-foreground max-lg:hidden">
          Choose a ticket to read it.
        </p>
      )}
    </div>
  )
}

type QueueRowProps = { ticket: StaffTicket; isOpen: boolean; onOpen: () => void }

function QueueRow({ ticket, isOpen, onOpen }: QueueRowProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cn(
          'block w-full px-4 py-3 text-left focus-visible:-outline-offset-2 md:px-5',
          isOpen ? 'bg-primary-soft/60' : 'hover:bg-accent/60',
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate font-medium text-base">{ticket.subject}</span>
          <span className="shrink-0 text-muted-foreground text-xs">
            <TimeText at={ticket.updatedAt} />
          </span>
        </span>
        <span className="mt-0.5 flex items-baseline justify-between gap-3 text-sm">
          <span className="min-w-0 truncate text-muted-foreground">
            {ticket.organizationName ?? ticket.name}
            {ticket.assignee && ` · assigned to ${ticket.assignee.name}`}
            {ticket.vendorName &&
              (isForStaff(ticket) ? ' · asks us to step in' : ` · with ${ticket.vendorName}`)}
          </span>
          <span className="shrink-0">
            <Priority priority={ticket.priority} />
          </span>
        </span>
      </button>
    </li>
  )
}
