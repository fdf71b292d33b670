import { isForStaff, type Ticket } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { OwnTickets } from './own-tickets.tsx'
import { SupportFacts } from './support-facts.tsx'
import { TicketFacts } from './ticket-facts.tsx'
import { TicketState } from './ticket-state.tsx'
import { TicketThread } from './ticket-thread.tsx'
import { WriteMessage } from './write-message.tsx'

const pollMs = 30_000

/** Shows one of the user's own tickets. */
export function TicketView({ ticketId }: { ticketId: string }) {
  const { status } = useAuth()
  const query = useQuery({
    ...orpc.support.get.queryOptions({ input: { ticketId }, refetchInterval: pollMs }),
    enabled: status === 'signed-in',
  })
  if (status === 'signed-out') return <SignInForTicket />
  return (
    <div className="grid items-start gap-5 lg:grid-cols-12">
      <div className="min-w-0 lg:col-span-8">
        <TicketState query={query} missing="There is no ticket at this address for your account.">
          {(ticket) => <OpenTicket key={ticket.id} ticket={ticket} />}
        </TicketState>
      </div>
      <div className="grid min-w-0 gap-5 lg:col-span-4">
        <OwnTickets />
        <SupportFacts />
      </div>
    </div>
  )
}

function OpenTicket({ ticket }: { ticket: Ticket }) {
  const queries = useQueryClient()
  const followUp = useMutation(
    orpc.support.followUp.mutationOptions({
      onSuccess: ({ id }) => notify.success('Message Sent', `It has been added to ${id}.`),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.support.key() }),
    }),
  )
  const [asksStaff, setAsksStaff] = useState(false)
  const escalate = useMutation(
    orpc.support.escalate.mutationOptions({
      onSuccess: ({ id }) => {
        setAsksStaff(false)
        notify.success('Semblance Support Asked', `Your message has been added to ${id}.`)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.support.key() }),
    }),
  )
  return (
    <Panel
      title={<span className="[overflow-wrap:anywhere]">{ticket.subject}</span>}
      description={<TicketFacts ticket={ticket} />}
      action={<StatusBadge domain="ticket" status={ticket.status} />}
      flush
    >
      <TicketThread ticketId={ticket.id} />
      {!isForStaff(ticket) && (
        <div className="border-t px-4 pt-4 md:px-5">
          <CheckboxField
            label={
              <>
                Ask Semblance Support to step in{' '}
                <span className="block text-muted-foreground text-sm">
                  {ticket.vendorName} answers this ticket, and our staff can read it. With your next
                  message they are asked to answer, too.
                </span>
              </>
            }
            checked={asksStaff}
            onCheckedChange={(checked) => setAsksStaff(checked === true)}
          />
        </div>
      )}
      <WriteMessage
        label="Write again"
        keptAs={`ticket.${ticket.id}`}
        hint={
          ticket.status === 'closed'
            ? 'This ticket is closed. It opens again when you write.'
            : undefined
        }
        action="Send Message"
        send={(message) => {
          const act = asksStaff && !isForStaff(ticket) ? escalate : followUp
          return act.mutateAsync({ ticketId: ticket.id, message })
        }}
      />
    </Panel>
  )
}

function SignInForTicket() {
  const { pathname, search } = useLocation()
  return (
    <div className="card">
      <EmptyState
        title="Sign in to read your ticket"
        action={
          <Button asChild>
            <Link to={signInAndReturn(pathname + search)}>Sign In</Link>
          </Button>
        }
      >
        If you wrote without an account, our answer reaches you by e-mail.
      </EmptyState>
    </div>
  )
}
