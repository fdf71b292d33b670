/** The events that webhooks send: IDs and states. The rest is read through the API, under the reader's own rights. */
import { z } from 'zod'

const id = z.string()
const side = z.enum(['client', 'vendor'])

const ofDpr = z.object({ dprId: id })
const ofOffer = z.object({ offerId: id, dprId: id })
const ofProposal = z.object({ proposalId: z.uuid(), offerId: id, conversationId: z.uuid() })
const ofContract = z.object({ contractId: id })
const ofDelivery = z.object({ contractId: id, deliveryId: z.uuid() })
const ofPush = ofDelivery.extend({ pushId: z.uuid() })
const ofDraw = ofDelivery.extend({ drawId: z.uuid() })
const ofPayout = z.object({ payoutId: z.uuid() })
const ofSubscription = z.object({ subscriptionId: id })
const ofRevision = ofSubscription.extend({ number: z.number().int() })
const ofDispute = z.object({ disputeId: id, contractId: id })

/** Maps every type to its data. */
export const webhookData = {
  'dpr.published': ofDpr,
  'dpr.closed': ofDpr.extend({ as: z.enum(['cancelled', 'expired']) }),
  'offer.submitted': ofOffer,
  'offer.changed': ofOffer.extend({ revision: z.number().int() }),
  'offer.accepted': ofOffer.extend({ contractId: id }),
  'offer.rejected': ofOffer.extend({
    as: z.enum(['declined', 'withdrawn', 'not_selected', 'expired']),
  }),
  'proposal.received': ofProposal,
  'proposal.decided': ofProposal.extend({
    decision: z.enum(['approved', 'rejected', 'withdrawn', 'countered']),
  }),
  'message.sent': z.object({ conversationId: z.uuid(), messageId: z.uuid(), by: side }),
  'contract.created': ofContract.extend({ offerId: id, dprId: id }),
  'contract.funded': ofContract,
  'contract.cancelled': ofContract,
  'subscription.started': ofSubscription.extend({ listingId: id }),
  'subscription.paused': ofSubscription.extend({ as: z.enum(['client', 'unpaid']) }),
  'subscription.resumed': ofSubscription,
  'subscription.ended': ofSubscription.extend({
    as: z.enum(['complete', 'client', 'vendor', 'limit', 'taken_down']),
  }),
  'revision.due': ofRevision,
  'revision.missed': ofRevision.extend({ contractId: id }),
  'delivery.submitted': ofDelivery,
  'delivery.ready': ofDelivery,
  'delivery.refused': ofDelivery.extend({ status: z.enum(['draft', 'review', 'refused']) }),
  'delivery.failed': ofDelivery,
  'delivery.changes_requested': ofContract,
  'delivery.accepted': ofContract.extend({ by: z.enum(['client', 'review_window']) }),
  'push.arrived': ofPush,
  'push.failed': ofPush,
  'draw.ready': ofDraw,
  'draw.refused': ofDraw,
  'escrow.released': ofContract,
  'payout.paid': ofPayout,
  'payout.failed': ofPayout.extend({ status: z.enum(['failed', 'needs_attention', 'returned']) }),
  'dispute.opened': ofDispute.extend({ by: side }),
  'dispute.answered': ofDispute,
  'dispute.resolved': ofDispute.extend({
    as: z.enum(['settled', 'ruled', 'withdrawn', 'void']),
  }),
  'certificate.issued': ofDelivery.extend({ certificateId: z.uuid() }),
  'audit.recorded': z.object({ seq: z.string(), action: z.string(), object: z.string() }),
  'key.expiring': z.object({ keyId: z.uuid(), expiresAt: z.iso.datetime() }),
  'webhook.test': z.object({ endpointId: z.uuid() }),
} as const

export type WebhookType = keyof typeof webhookData
export type WebhookData<Type extends WebhookType> = z.output<(typeof webhookData)[Type]>

/** Lists the types that an endpoint chooses from: all but the test, which goes to the tested one alone. */
export const webhookTypes = Object.keys(webhookData).filter((type) => type !== 'webhook.test') as [
  ChosenWebhookType,
  ...ChosenWebhookType[],
]
export type ChosenWebhookType = Exclude<WebhookType, 'webhook.test'>

/** Maps every type to what it reports. */
export const webhookTypeLabels: Record<WebhookType, string> = {
  'audit.recorded': 'A member or a key did something that your audit log records',
  'dpr.published': 'Your organization published a request, or one fits a saved search of yours',
  'dpr.closed': 'A request of yours was cancelled or has expired',
  'offer.submitted': 'A vendor sent an offer',
  'offer.changed': 'The terms of an offer changed',
  'offer.accepted': 'An offer was accepted',
  'offer.rejected': 'An offer was declined, withdrawn, not selected or expired',
  'proposal.received': 'The other party proposed other terms to you',
  'proposal.decided': 'A proposal was approved, rejected, withdrawn or countered',
  'message.sent': 'A message was sent in a conversation',
  'contract.created': 'A contract was drawn up',
  'contract.funded': 'Everything due on a contract is in escrow',
  'contract.cancelled': 'A contract was cancelled',
  'subscription.started': 'A client subscribed to a listing',
  'subscription.paused':
    'A subscription was paused by its client, or because a revision was not paid',
  'subscription.resumed': 'A subscription was resumed',
  'subscription.ended': 'A subscription has ended',
  'revision.due': 'The next revision of a subscription can be ordered',
  'revision.missed': 'A revision was not delivered in time, and its price goes back',
  'delivery.submitted': 'A vendor submitted a delivery',
  'delivery.ready': 'A delivery waits for its review',
  'delivery.refused': 'A delivery of yours was not accepted by its checks',
  'delivery.failed': 'We could not process a delivery and gave it up',
  'delivery.changes_requested': 'The client asked for changes to a delivery',
  'delivery.accepted': 'A delivery was accepted',
  'push.arrived': 'A delivery arrived whole at a destination of yours',
  'push.failed':
    'A delivery did not arrive at a destination of yours, and is not tried again by itself',
  'draw.ready': 'More rows were drawn from the model of a delivery',
  'draw.refused': 'More rows that you asked for were not drawn',
  'escrow.released': 'Money was released to the vendor',
  'payout.paid': 'A payout reached your bank',
  'payout.failed': 'A payout of yours failed or came back',
  'dispute.opened': 'A dispute was opened',
  'dispute.answered': 'A dispute was answered',
  'dispute.resolved': 'A dispute was settled, decided, withdrawn or cancelled',
  'certificate.issued': 'A certificate was issued for a delivery',
  'key.expiring': 'A key of yours expires soon',
  'webhook.test': 'Somebody tests this endpoint',
}

const typed = <Type extends WebhookType>(type: Type) =>
  z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: webhookData[type] })

/** Describes the body of a webhook. Ignore types that you do not know: new ones are added. */
export const webhookEvent = z.discriminatedUnion(
  'type',
  (Object.keys(webhookData) as WebhookType[]).map(typed) as unknown as [
    ReturnType<typeof typed<WebhookType>>,
  ],
)
export type WebhookEvent = {
  [Type in WebhookType]: { type: Type; timestamp: string; data: WebhookData<Type> }
}[WebhookType]
