import { isForStaff, type StaffTicket, ticketCan } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { AssigneeSelect } from './assignee-select.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketThread } from './ticket-thread.tsx'
import { WriteMessage } from './write-message.tsx'

export function StaffTicketPanel({ ticketId }: { ticketId: string }) {
  const query = useQuery(orpc.support.staff.get.queryOptions({ input: { ticketId } }))
  return (
    <QueryState
      query={query}
      errorTitle="This ticket did not load"
      notFound={
        <div className="card">
          <EmptyState title="This ticket was not found">
            There is no ticket with the ID in the address.
          </EmptyState>
        </div>
      }
    >
      {(ticket) => <StaffTicketDetail ticket={ticket} />}
    </QueryState>
  )
}

function StaffTicketDetail({ ticket }: { ticket: StaffTicket }) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: orpc.support.key() })
  const answer = useMutation(
    orpc.support.staff.answer.mutationOptions({
      onSuccess: ({ email }) =>
        notify.success('Answer Sent', email ? `It goes to ${email}.` : undefined),
      onSettled: refresh,
    }),
  )
  const close = useMutation(
    orpc.support.staff.close.mutationOptions({
      onSuccess: ({ id }) => notify.success('Ticket Closed', `${id} is closed.`),
      onError: (error) => notify.error('Not closed', toProblem(error).message),
      onSettled: refresh,
    }),
  )
  return (
    <Panel
      title={<span className="[overflow-wrap:anywhere]">{ticket.subject}</span>}
      description={<TicketFacts ticket={ticket} />}
      action={<StatusBadge domain="ticket" status={ticket.status} />}
      flush
    >
      <dl className="grid gap-x-6 gap-y-1 border-t px-4 py-3 text-sm sm:grid-cols-2 md:px-5">
        <div className="flex min-w-0 gap-2">
          <dt className="text-muted-foreground">From</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            {ticket.name}
            {ticket.organizationName && `, ${ticket.organizationName}`}
            {ticket.isVisitor && ' (no account)'}
          </dd>
        </div>
        <div className="flex min-w-0 gap-2">
          <dt className="text-muted-foreground">E-mail</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{ticket.email || 'Deleted'}</dd>
        </div>
        {isForStaff(ticket) && (
          <div className="flex min-w-0 items-center gap-2">
            <dt className="shrink-0 text-muted-foreground">Assigned to</dt>
            <dd className="min-w-0 flex-1">
              <AssigneeSelect ticket={ticket} />
            </dd>
          </div>
        )}
      </dl>
      <TicketThread ticketId={ticket.id} />
      {!isForStaff(ticket) ? (
        <p className="border-t px-4 py-4 text-base text-muted-foreground md:px-5">
          {ticket.vendorName} answers this ticket. You can answer once its author asks you to step
          in.
        </p>
      ) : ticketCan.answer(ticket.status) ? (
        <WriteMessage
          label="Answer"
          keptAs={`ticket-answer.${ticket.id}`}
          hint={
            ticket.isVisitor
              ? 'Goes out by e-mail.'
              : 'Goes out by e-mail, and is kept in the ticket.'
          }
          action="Send Answer"
          send={(message) => answer.mutateAsync({ ticketId: ticket.id, message })}
        >
          {ticketCan.close(ticket.status) && (
            <Button
              variant="outline"
              loading={close.isPending}
              onClick={() => close.mutate({ ticketId: ticket.id })}
            >
              Close Ticket
            </Button>
          )}
        </WriteMessage>
      ) : (
        <p className="border-t px-4 py-4 text-base text-muted-foreground md:px-5">
          This ticket is closed. It opens again when whoever asked writes again.
        </p>
      )}
    </Panel>
  )
}
