import { isForStaff, type StaffTicket, ticketCan } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { submitWithin, useQueueKeys } from '@/components/blocks/queue/use-queue-keys.ts'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { TicketThread } from './ticket-thread.tsx'
import { WriteMessage } from './write-message.tsx'

/** Shows what was written in a ticket, and sends staff's answer; R goes to its field. */
export function TicketAnswers({ ticket }: { ticket: StaffTicket }) {
  const queries = useQueryClient()
  const reply = useRef<HTMLDivElement>(null)
  useQueueKeys({ r: () => reply.current?.querySelector('textarea')?.focus() }, () =>
    submitWithin(reply.current),
  )
  const answer = useMutation(
    orpc.support.staff.answer.mutationOptions({
      onSuccess: ({ email }) =>
        notify.success('Answer Sent', email ? `It goes to ${email}.` : undefined),
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries({ queryKey: orpc.support.key() }),
          queries.invalidateQueries({ queryKey: orpc.admin.overview.key() }),
        ]),
    }),
  )
  return (
    <div className="-mt-px">
      <TicketThread ticketId={ticket.id} />
      {!isForStaff(ticket) ? (
        <p className="border-t px-4 py-4 text-base text-muted-foreground md:px-5">
          {ticket.vendorName} answers this ticket. You can answer once its author asks you to step
          in.
        </p>
      ) : ticketCan.answer(ticket.status) ? (
        <div ref={reply}>
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
          />
        </div>
      ) : (
        <p className="border-t px-4 py-4 text-base text-muted-foreground md:px-5">
          This ticket is closed. It opens again when whoever asked writes again.
        </p>
      )}
    </div>
  )
}
