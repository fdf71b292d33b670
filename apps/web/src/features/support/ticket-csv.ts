import type { StaffTicket, Ticket } from '@semblance/contract'
import type { CsvColumn } from '@/lib/csv.ts'
import { titleCase } from '@/lib/format.ts'

export const ticketCsv: readonly CsvColumn<Ticket>[] = [
  ['Ticket', (ticket) => ticket.id],
  ['Subject', (ticket) => ticket.subject],
  ['Priority', (ticket) => titleCase(ticket.priority)],
  ['Status', (ticket) => titleCase(ticket.status)],
  ['Contract', (ticket) => ticket.contractId],
  ['Opened', (ticket) => ticket.createdAt],
  ['Last word', (ticket) => ticket.updatedAt],
]

export const staffTicketCsv: readonly CsvColumn<StaffTicket>[] = [
  ...ticketCsv,
  ['Name', (ticket) => ticket.name],
  ['E-mail', (ticket) => ticket.email],
  ['Organization', (ticket) => ticket.organizationName],
  ['Assigned to', (ticket) => ticket.assignee?.name ?? null],
]
