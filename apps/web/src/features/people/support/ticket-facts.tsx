import type { Ticket } from '@semblance/contract'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { dateTime, titleCase } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Shows a priority; only urgent and high ones have a color. */
export function Priority({ priority }: Pick<Ticket, 'priority'>) {
  if (priority === 'urgent' || priority === 'high')
    return <StatusBadge domain="priority" status={priority} bare />
  return <span className="text-muted-foreground">{titleCase(priority)} priority</span>
}

type TicketFactsProps = {
  ticket: Pick<Ticket, 'id' | 'priority' | 'contractId' | 'createdAt' | 'escalatedAt'> & {
    vendorName?: string | null
  }
}

export function TicketFacts({ ticket }: TicketFactsProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Id>{ticket.id}</Id>
      <Priority priority={ticket.priority} />
      {ticket.contractId && (
        <Link to={paths.contract(ticket.contractId)} className="link mono">
          {ticket.contractId}
        </Link>
      )}
      {ticket.vendorName && <span>answered by {ticket.vendorName}</span>}
      {ticket.escalatedAt && <span>Semblance Support asked to step in</span>}
      <span className="num text-muted-foreground">opened {dateTime(ticket.createdAt)}</span>
    </span>
  )
}
