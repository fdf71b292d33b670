import type { ReceivedTicket } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketState } from './ticket-state.tsx'
import { TicketThread } from './ticket-thread.tsx'
import { WriteMessage } from './write-message.tsx'

/** Shows a ticket that a client sent to the vendor, who answers it here. */
export function ReceivedTicketView({ ticketId }: { ticketId: string }) {
  const query = useQuery(orpc.support.getReceived.queryOptions({ input: { ticketId } }))
  return (
    <TicketState
      query={query}
      missing="No client sent a ticket with this address to your organization."
    >
      {(ticket) => <Opened ticket={ticket} />}
    </TicketState>
  )
}

function Opened({ ticket }: { ticket: ReceivedTicket }) {
  const queries = useQueryClient()
  const reply = useMutation(
    orpc.support.reply.mutationOptions({
      onSuccess: () => notify.success('Answer Sent', 'It stands in the ticket.'),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.support.key() }),
    }),
  )
  return (
    <Panel
      title={<span className="[overflow-wrap:anywhere]">{ticket.subject}</span>}
      description={
        <>
          {ticket.name}, {ticket.organizationName}
          <TicketFacts ticket={ticket} />
        </>
      }
      action={<StatusBadge domain="ticket" status={ticket.status} />}
      flush
    >
      <TicketThread ticketId={ticket.id} />
      {ticket.status === 'closed' ? (
        <p className="border-t px-4 py-4 text-base text-muted-foreground md:px-5">
          This ticket is closed. It opens again when the client writes.
        </p>
      ) : (
        <RoleGate procedure="support.reply" to="answer clients" className="border-t p-5">
          <WriteMessage
            key={ticket.id}
            label="Your answer"
            keptAs={`received.${ticket.id}`}
            action="Send Answer"
            send={(message) => reply.mutateAsync({ ticketId: ticket.id, message })}
          />
        </RoleGate>
      )}
    </Panel>
  )
}
