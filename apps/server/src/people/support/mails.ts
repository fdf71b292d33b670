/** Builds support's mails to requesters. No typed text is sent before a person has read it. */
import { supportDesk } from '@semblance/contract'
import type { Mail } from '../../platform/mail/mail.ts'

type TicketRequest = {
  id: string
  email: string
  subject: string
  user_id: string | null
  /** Null where our staff answer. */
  vendor_name?: string | null
}

const ticketLink = (id: string, publicUrl: string) => ({
  label: 'Open your ticket',
  url: `${publicUrl}/contact-support?ticket=${id}`,
})

const formLink = (publicUrl: string) => ({
  label: 'Contact support',
  url: `${publicUrl}/contact-support`,
})

const footer = {
  text: 'You get this mail because somebody wrote to Semblance support with this e-mail address. If it was not you, you need not do anything.',
}

export const openedMail = (ticket: TicketRequest, publicUrl: string): Mail => ({
  to: ticket.email,
  subject: `We have received your message (${ticket.id})`,
  paragraphs: ticket.vendor_name
    ? [
        `Thank you for writing. Your ticket is ${ticket.id}. It went to ${ticket.vendor_name}, which supports your contract; what it answers is in the ticket.`,
      ]
    : [
        `Thank you for writing to us. Your ticket is ${ticket.id}; we answer ${supportDesk.response}.`,
        `Our hours are ${supportDesk.hours}.`,
      ],
  ...(ticket.user_id && { link: ticketLink(ticket.id, publicUrl) }),
  footer,
})

export const answeredMail = (ticket: TicketRequest, answer: string, publicUrl: string): Mail => ({
  to: ticket.email,
  subject: `${ticket.id}: ${ticket.subject}`,
  paragraphs: [
    ...answer.split(/\n\s*\n/),
    ticket.user_id
      ? 'To write again, open your ticket.'
      : `To write again, use our contact form and name ${ticket.id}.`,
  ],
  link: ticket.user_id ? ticketLink(ticket.id, publicUrl) : formLink(publicUrl),
  footer,
})
