import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { emailAddress, requiredText } from '../core/text.ts'

/** States when the platform's staff answer. */
export const supportDesk = {
  hours: 'Monday to Friday 9:00 AM to 6:00 PM EST',
  response: 'within 24 hours on business days',
} as const

/** Lists the priorities, the most urgent last. */
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const
export type TicketPriority = (typeof ticketPriorities)[number]

export const ticketStatuses = ['open', 'answered', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

/** Lists what staff choose from: the tickets that they answer, their own of these, and those that vendors answer. */
export const ticketQueues = ['all', 'mine', 'vendors'] as const
export type WhoseTickets = (typeof ticketQueues)[number]

/** Returns true for a ticket that staff answer: a vendor's only once its author escalated it. */
export const isForStaff = ({
  vendorName,
  escalatedAt,
}: Pick<Ticket, 'vendorName' | 'escalatedAt'>) => vendorName === null || escalatedAt !== null

/**
 * Defines the actions on a ticket in each status. Its author may always write again, which opens
 * the ticket.
 */
export const ticketCan = {
  answer: (status: TicketStatus) => status !== 'closed',
  close: (status: TicketStatus) => status !== 'closed',
  assign: (status: TicketStatus) => status !== 'closed',
}

const messageText = requiredText('Message', 5000)

export const ticketForm = z.object({
  name: requiredText('Name', 200),
  email: emailAddress,
  subject: requiredText('Subject', 200),
  priority: z.enum(ticketPriorities, { error: 'Choose a priority' }),
  message: messageText,
  contractId: z
    .string()
    .trim()
    .max(40, 'This is no contract ID')
    .nullish()
    .transform((id) => id?.toUpperCase() || null),
  /** Names the side that answers: our staff, or the vendor of the contract within its support period. */
  to: z.enum(['platform', 'vendor']).default('platform'),
})
export type TicketForm = z.infer<typeof ticketForm>

export const replyToTicketForm = z.object({ message: messageText })

export const ticket = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  contractId: z.string().nullable(),
  /** The vendor who answers it, as the terms of its contract say; null where our staff do. */
  vendorName: z.string().nullable(),
  /** Is when its author escalated it from the vendor to staff; null for never. */
  escalatedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type Ticket = z.infer<typeof ticket>

/** Describes a member of staff who can be assigned to a ticket. */
export const staffMember = z.object({ id: z.uuid(), name: z.string() })
export type StaffMember = z.infer<typeof staffMember>

/** Describes a ticket for the vendor who answers it: without the address of who asks. */
export const receivedTicket = ticket.omit({ email: true, vendorName: true }).extend({
  organizationName: z.string().nullable(),
})
export type ReceivedTicket = z.infer<typeof receivedTicket>

/** Describes a ticket for staff. */
export const staffTicket = ticket.extend({
  /** Null for a visitor, or a user without an organization. */
  organizationName: z.string().nullable(),
  /** Wrote without an account, or has deleted it: answers go out by e-mail only. */
  isVisitor: z.boolean(),
  /** The assigned member of staff; null for none. */
  assignee: staffMember.nullable(),
})
export type StaffTicket = z.infer<typeof staffTicket>

export const ticketMessage = z.object({
  id: z.uuid(),
  fromStaff: z.boolean(),
  fromVendor: z.boolean(),
  /** Staff members are named to one another only. */
  authorName: z.string(),
  body: z.string(),
  createdAt: z.date(),
})
export type TicketMessage = z.infer<typeof ticketMessage>

const byTicket = z.object({ ticketId: z.string().max(40) })
const withMessage = byTicket.extend({ message: messageText })

export const support = {
  /** Accepts tickets of visitors, too; only staff can read those. */
  open: oc
    .route({ method: 'POST', path: '/support/tickets', summary: 'Write to support' })
    .input(ticketForm)
    .output(ticket),
  list: oc
    .route({
      method: 'GET',
      path: '/support/tickets',
      summary: "The caller's own tickets, the latest word first",
    })
    .input(pageInput)
    .output(pageOf(ticket)),
  get: oc
    .route({ method: 'GET', path: '/support/tickets/{ticketId}', summary: 'One own ticket' })
    .input(byTicket)
    .output(ticket),
  messages: oc
    .route({
      method: 'GET',
      path: '/support/tickets/{ticketId}/messages',
      summary: 'What was written about a ticket, newest first (who asked, and staff)',
    })
    .input(pageInput.extend({ ...byTicket.shape, cursor: z.uuid().optional() }))
    .output(pageOf(ticketMessage)),
  followUp: oc
    .route({
      method: 'POST',
      path: '/support/tickets/{ticketId}/messages',
      summary: 'Write again about an own ticket, which opens it',
    })
    .input(withMessage)
    .output(ticket),
  escalate: oc
    .route({
      method: 'POST',
      path: '/support/tickets/{ticketId}/escalation',
      summary: 'Ask our staff to step in where a vendor answers an own ticket, which opens it',
    })
    .input(withMessage)
    .output(ticket),
  received: oc
    .route({
      method: 'GET',
      path: '/support/received-tickets',
      summary:
        "Tickets of clients within their contracts' support period, the latest word first (vendor)",
    })
    .input(pageInput)
    .output(pageOf(receivedTicket)),
  getReceived: oc
    .route({
      method: 'GET',
      path: '/support/received-tickets/{ticketId}',
      summary: 'One ticket that a client sent to the vendor (vendor)',
    })
    .input(byTicket)
    .output(receivedTicket),
  reply: oc
    .route({
      method: 'POST',
      path: '/support/received-tickets/{ticketId}/messages',
      summary: 'Answer a ticket of a client (vendor)',
    })
    .input(withMessage)
    .output(receivedTicket),
  staff: {
    /** Lists the longest-waiting tickets first within a priority; closed ones the latest first. */
    queue: oc
      .route({
        method: 'GET',
        path: '/admin/support/tickets',
        summary: 'Tickets in one status, the most urgent first (staff)',
      })
      .input(
        pageInput.extend({
          status: z.enum(ticketStatuses).default('open'),
          /**
           * `all`: those that staff answer; `mine`: of these, those that the caller sees to; `vendors`: those that vendors
           * answer, which staff only read until their author asks them to step in.
           */
          whose: z.enum(ticketQueues).default('all'),
        }),
      )
      .output(pageOf(staffTicket)),
    get: oc
      .route({
        method: 'GET',
        path: '/admin/support/tickets/{ticketId}',
        summary: 'One ticket (staff)',
      })
      .input(byTicket)
      .output(staffTicket),
    answer: oc
      .route({
        method: 'POST',
        path: '/admin/support/tickets/{ticketId}/answer',
        summary: 'Answer, which goes out by e-mail, too (staff)',
      })
      .input(withMessage)
      .output(staffTicket),
    team: oc
      .route({
        method: 'GET',
        path: '/admin/support/team',
        summary: 'Who can see to tickets (staff)',
      })
      .input(pageInput)
      .output(pageOf(staffMember)),
    assign: oc
      .route({
        method: 'PUT',
        path: '/admin/support/tickets/{ticketId}/assignee',
        summary: 'Say who sees to a ticket, or nobody (staff)',
      })
      .input(byTicket.extend({ staffId: z.uuid().nullable() }))
      .output(staffTicket),
    close: oc
      .route({
        method: 'POST',
        path: '/admin/support/tickets/{ticketId}/close',
        summary: 'Close a ticket (staff)',
      })
      .input(byTicket)
      .output(staffTicket),
  },
}
