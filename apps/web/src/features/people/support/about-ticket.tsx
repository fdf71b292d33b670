import { isForStaff, type StaffTicket, ticketCan } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueueSteps } from '@/components/blocks/queue/use-queue-steps.ts'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { AssigneeSelect } from './assignee-select.tsx'

type AboutTicketProps = { ticket: StaffTicket; steps: QueueSteps }

/** Shows the sender of a ticket, assigns the ticket and closes it. */
export function AboutTicket({ ticket, steps }: AboutTicketProps) {
  const queries = useQueryClient()
  const close = useMutation(
    orpc.support.staff.close.mutationOptions({
      onSuccess: ({ id }) => {
        notify.success('Ticket Closed', `${id} is closed.`)
        steps.leave()
      },
      onError: (error) => notify.error('Not closed', toProblem(error).message),
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries({ queryKey: orpc.support.key() }),
          queries.invalidateQueries({ queryKey: orpc.admin.overview.key() }),
        ]),
    }),
  )
  return (
    <>
      <h3 className="font-medium text-sm">About this ticket</h3>
      <DescriptionList
        rows={[
          { term: 'Status', value: <StatusBadge domain="ticket" status={ticket.status} /> },
          {
            term: 'From',
            value: (
              <span className="[overflow-wrap:anywhere]">
                {ticket.name}
                {ticket.isVisitor && ' (no account)'}
              </span>
            ),
          },
          ...(ticket.organizationName
            ? [{ term: 'Organization', value: ticket.organizationName }]
            : []),
          {
            term: 'E-mail',
            value: <span className="[overflow-wrap:anywhere]">{ticket.email || 'Deleted'}</span>,
          },
          ...(isForStaff(ticket)
            ? [{ term: 'Assigned to', value: <AssigneeSelect ticket={ticket} /> }]
            : []),
        ]}
      />
      {isForStaff(ticket) && ticketCan.close(ticket.status) && (
        <Button
          variant="outline"
          className="mt-3 w-full"
          loading={close.isPending}
          onClick={() => close.mutate({ ticketId: ticket.id })}
        >
          Close Ticket
        </Button>
      )}
    </>
  )
}
