import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { sides } from '../core/sides.ts'
import { requiredText } from '../core/text.ts'
import { hexDigest } from '../core/transparency/leaves.ts'
import { currentTerms, proposal, termRevision } from './proposals.ts'
import { proposedTerms } from './terms.ts'

/** Limit an attachment, in bytes, and the number of attachments of a message. */
export const MAX_ATTACHMENT_BYTES = 25 * 1024 ** 2
export const MAX_ATTACHMENTS = 10

export const presence = z.object({
  isOnline: z.boolean(),
  /** Null if no member of the organization has been online yet. */
  lastSeenAt: z.date().nullable(),
})

const side = z.enum(sides)

/** Describes the other party, seen from the caller's side. */
export const counterpart = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** The other party's side of the deal. */
  type: side,
  ...presence.shape,
})

export const conversation = z.object({
  id: z.uuid(),
  dprId: z.string(),
  dprTitle: z.string(),
  /** The side that the caller's organization is on. */
  side,
  counterpart,
  /** The live or else the latest offer of the vendor on the request, and the contract that came of it. */
  offerId: z.string().nullable(),
  contractId: z.string().nullable(),
  lastMessage: z.string(),
  lastMessageIsOwn: z.boolean(),
  lastMessageAt: z.date(),
  unreadCount: z.number().int(),
})
export type Conversation = z.infer<typeof conversation>

export const contact = z.object({
  ...counterpart.shape,
  conversationId: z.uuid(),
})
export type Contact = z.infer<typeof contact>

export const attachment = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.number().int(),
})
export type Attachment = z.infer<typeof attachment>

export const message = z.object({
  id: z.uuid(),
  type: z.enum(['message', 'contract_update']),
  isOwn: z.boolean(),
  senderName: z.string(),
  /** The person; null after the account was deleted. */
  personName: z.string().nullable(),
  body: z.string(),
  proposal: proposal.nullable(),
  attachments: z.array(attachment),
  /** The sender's own ID for the message; null for the other party. */
  key: z.uuid().nullable(),
  createdAt: z.date(),
})
export type Message = z.infer<typeof message>

const byConversation = z.object({ conversationId: z.uuid() })
/**
 * Lets a visitor read the sample conversation from either party's view, by `side`. Ignored for all
 * other callers.
 */
const asSide = { side: side.optional() }
const readConversation = byConversation.extend(asSide)
const byProposal = z.object({ proposalId: z.uuid() })

export const negotiation = {
  /**
   * The conversation about an offer, a contract, or a request and a vendor. It is there from the first offer or
   * invitation on; before, the client begins one with any vendor while its request takes offers.
   */
  open: oc
    .route({ method: 'POST', path: '/conversations', summary: 'Open a conversation' })
    .input(
      z.union([
        z.object({ offerId: z.string().max(40), ...asSide }),
        z.object({ contractId: z.string().max(40), ...asSide }),
        z.object({ dprId: z.string().max(40), vendorId: z.uuid(), ...asSide }),
      ]),
    )
    .output(conversation),
  list: oc
    .route({
      method: 'GET',
      path: '/conversations',
      summary: "The organization's conversations on one side",
    })
    .input(
      pageInput.extend({
        side,
        /** Part of the other party's name. */
        search: z.string().trim().max(100).optional(),
        sort: z.enum(['recent', 'unread', 'name']).default('recent'),
      }),
    )
    .output(pageOf(conversation)),
  get: oc
    .route({ method: 'GET', path: '/conversations/{conversationId}', summary: 'One conversation' })
    .input(readConversation)
    .output(conversation),
  /** The other parties one deals with, each once, online ones first, then by name. */
  contacts: oc
    .route({ method: 'GET', path: '/contacts', summary: 'Contacts with presence' })
    .input(pageInput.extend({ side, search: z.string().trim().max(100).optional() }))
    .output(pageOf(contact)),
  unreadCount: oc
    .route({ method: 'GET', path: '/conversations/unread', summary: 'Unread messages on one side' })
    .input(z.object({ side }))
    .output(z.object({ unreadCount: z.number().int() })),
  /** Newest first; the cursor leads back in time. */
  messages: oc
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/messages',
      summary: 'A thread, newest first',
    })
    .input(pageInput.extend(readConversation.shape))
    .output(
      pageOf(message).extend({
        /** The newest message that a member of the other party has read. */
        readByOther: z.object({ messageId: z.uuid(), at: z.date() }).nullable(),
      }),
    ),
  send: oc
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/messages',
      summary: 'Send a message',
    })
    .input(
      byConversation.extend({
        body: z.string().trim().max(5000, 'At most 5,000 characters').default(''),
        /**
         * Names files sent before, each as the body of POST
         * /api/conversations/{id}/attachments?fileName=…, which returns an `attachment`.
         */
        attachmentIds: z.array(z.uuid()).max(MAX_ATTACHMENTS).default([]),
        /** Sent again after a lost answer under the same key, the message stands once. */
        key: z.uuid().optional(),
      }),
    )
    .output(message),
  markRead: oc
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/read',
      summary: 'Mark read up to a message',
    })
    .input(byConversation.extend({ messageId: z.uuid() }))
    .output(z.void()),
  /** Notifies the other party's open threads; not stored. Call it at most every 3 s. */
  typing: oc
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/typing',
      summary: 'Say that one is typing',
    })
    .input(byConversation)
    .output(z.void()),
  attachmentLink: oc
    .route({
      method: 'GET',
      path: '/attachments/{attachmentId}/link',
      summary: 'A short-lived link to an attachment',
    })
    .input(z.object({ attachmentId: z.uuid() }))
    .output(z.object({ url: z.string() })),

  terms: oc
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/terms',
      summary: 'Current terms; null before there is an offer',
    })
    .input(readConversation)
    .output(currentTerms.nullable()),
  termHistory: oc
    .route({
      method: 'GET',
      path: '/conversations/{conversationId}/terms/history',
      summary: 'How the terms came to be, newest first',
    })
    .input(pageInput.extend(readConversation.shape))
    .output(pageOf(termRevision)),
  /** A counter closes the other party's pending proposal; one's own pending one must be withdrawn first. */
  propose: oc
    .route({
      method: 'POST',
      path: '/conversations/{conversationId}/proposals',
      summary: 'Propose contract changes',
    })
    .input(
      byConversation.extend({
        /** The revision of the terms that the proposer saw. */
        revision: z.number().int().min(1),
        /** The pending proposal that this one answers. */
        counters: z.uuid().optional(),
        changes: proposedTerms,
        note: z.string().trim().max(2000).optional(),
      }),
    )
    .output(proposal),
  /** Consents to the agreement with the changes; another hash than the proposal's is answered with document_changed. */
  approve: oc
    .route({
      method: 'POST',
      path: '/proposals/{proposalId}/approve',
      summary: 'Approve, which consents to the changed agreement (recipient only)',
    })
    .input(byProposal.extend({ agreementSha256: hexDigest.optional() }))
    .output(proposal),
  reject: oc
    .route({
      method: 'POST',
      path: '/proposals/{proposalId}/reject',
      summary: 'Reject (recipient only)',
    })
    .input(byProposal.extend({ reason: z.string().trim().max(1000).optional() }))
    .output(proposal),
  withdraw: oc
    .route({
      method: 'POST',
      path: '/proposals/{proposalId}/withdraw',
      summary: 'Withdraw (proposer only)',
    })
    .input(byProposal)
    .output(proposal),
}

/** Describes the text of a message, without its attachments; the composer uses it as its form. */
export const messageForm = z.object({ body: requiredText('Message', 5000) })
