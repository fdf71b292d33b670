import {
  isForStaff,
  type StaffTicket,
  type TicketStatus,
  ticketQueues,
  ticketStatuses,
  type WhoseTickets,
} from '@semblance/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ChoiceChips } from '@/components/blocks/choice-chips.tsx'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { LoadMore } from '@/components/blocks/lists/load-more.tsx'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { confirmKeys } from '@/components/blocks/queue/key-hints.tsx'
import { QueueLayout, QueueRow } from '@/components/blocks/queue/queue-layout.tsx'
import { type QueueSteps, useQueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import type { Column } from '@/components/ui/data-table-column.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import { byCursor } from '@/lib/api/by-cursor.ts'
import { useFilters } from '@/lib/api/use-filters.ts'
import { AboutTicket } from './about-ticket.tsx'
import { ticketColumns } from './own-tickets.tsx'
import { TicketAnswers } from './ticket-answers.tsx'
import { Priority, TicketFacts } from './ticket-facts.tsx'

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

const hints = [
  { key: 'J', does: 'next' },
  { key: 'K', does: 'previous' },
  { key: 'R', does: 'answer' },
  { key: confirmKeys, does: 'send' },
] as const

function TicketQueue() {
  const [params, setParams] = useSearchParams()
  const filters = useFilters()
  const { status, whose } = queryInput(params)
  const query = useInfiniteQuery(ticketsQuery(params))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const openedId = params.get('ticket') ?? items[0]?.id
  const open = (id: string | null) =>
    setParams((known) => {
      if (id === null) known.delete('ticket')
      else known.set('ticket', id)
      return known
    })
  const steps = useQueueSteps({
    ids: items.map(({ id }) => id),
    openedId,
    isMore: query.hasNextPage,
    open,
  })
  const opened = useQuery({
    ...orpc.support.staff.get.queryOptions({ input: { ticketId: openedId ?? '' } }),
    enabled: openedId !== undefined,
  })
  return (
    <QueueLayout
      order={status === 'open' ? 'Most urgent first' : 'Newest first'}
      tools={
        items.length > 0 && (
          <ExportCsv
            noun={`${status} tickets`}
            columns={staffTicketColumns}
            readPage={(page, options) =>
              api.support.staff.queue({ status, whose, ...page }, options)
            }
          />
        )
      }
      rows={
        <>
          <ChoiceChips
            label="Whose tickets"
            className="border-b px-4 py-2.5"
            options={whoseTickets}
            value={whose}
            onValueChange={(next) => filters.set('whose', next === 'all' ? '' : next)}
          />
          <QueryState
            query={query}
            errorTitle="Tickets did not load"
            skeleton={<SkeletonRows rows={2} />}
          >
            {() => <TicketRows {...{ items, status, whose, openedId }} onOpen={open} />}
          </QueryState>
        </>
      }
      more={<LoadMore query={query} />}
      steps={steps}
      item={itemOf(openedId, opened, steps)}
      hints={hints}
    />
  )
}

type OpenedTicket = Parameters<typeof QueryState<StaffTicket>>[0]['query']

function itemOf(id: string | undefined, query: OpenedTicket, steps: QueueSteps) {
  if (id === undefined) return null
  const ticket = query.data
  if (ticket?.id === id)
    return {
      id,
      title: ticket.subject,
      facts: <TicketFacts ticket={ticket} />,
      evidence: <TicketAnswers ticket={ticket} />,
      decision: <AboutTicket ticket={ticket} steps={steps} />,
    }
  const state = (
    <QueryState
      query={query}
      errorTitle="This ticket did not load"
      notFound={
        <EmptyState title="This ticket was not found">
          There is no ticket with the ID in the address.
        </EmptyState>
      }
    >
      {() => null}
    </QueryState>
  )
  return { id: `${id} loading`, title: id, facts: null, evidence: state, decision: null }
}

type TicketRowsProps = {
  items: readonly StaffTicket[]
  status: TicketStatus
  whose: WhoseTickets
  openedId: string | undefined
  onOpen: (id: string) => void
}

function TicketRows({ items, status, whose, openedId, onOpen }: TicketRowsProps) {
  if (items.length === 0)
    return <EmptyState title={`No ${status} tickets`}>{emptyTextOf(whose, status)}</EmptyState>
  return (
    <ul>
      {items.map((ticket) => (
        <QueueRow
          key={ticket.id}
          title={ticket.subject}
          note={
            <>
              {ticket.organizationName ?? ticket.name}
              {ticket.assignee && ` · assigned to ${ticket.assignee.name}`}
              {ticket.vendorName &&
                (isForStaff(ticket) ? ' · asks us to step in' : ` · with ${ticket.vendorName}`)}
            </>
          }
          due={<TimeText at={ticket.updatedAt} className="text-muted-foreground" />}
          mark={<Priority priority={ticket.priority} />}
          isOpen={ticket.id === openedId}
          onOpen={() => onOpen(ticket.id)}
        />
      ))}
    </ul>
  )
}
