/** Maps procedures of members and keys to the row that each leaves in the audit log. Pure. */
import type { AuditAction } from '@semblance/contract'
import { z } from 'zod'

type Act = { action: AuditAction; object: string; detail: Record<string, string | bigint> }

/** An answer may hold other IDs than the one that is named, which are null until there are such records. */
const id = z.union([z.string(), z.number()]).transform(String).nullish()
const ids = z.looseObject({
  id: id,
  dprId: id,
  offerId: id,
  contractId: id,
  deliveryId: id,
  proposalId: id,
  conversationId: id,
  disputeId: id,
  fileId: id,
  listingId: id,
  twinId: id,
  subscriptionId: id,
  heldCents: z.bigint().nullish(),
  feeCents: z.bigint().nullish(),
  releasedCents: z.bigint().nullish(),
  refundCents: z.bigint().nullish(),
})
type Ids = z.infer<typeof ids>

type Named = { action: AuditAction; of: [kind: string, name: keyof Ids] }

/** Names the object by an ID of the answer, or else of the input. */
const acts: Readonly<Record<string, Named>> = {
  'dprs.create': { action: 'request.post', of: ['request', 'id'] },
  'dprs.cancel': { action: 'request.cancel', of: ['request', 'dprId'] },
  'dprs.extend': { action: 'request.extend', of: ['request', 'dprId'] },
  'offers.submit': { action: 'offer.submit', of: ['offer', 'id'] },
  'offers.edit': { action: 'offer.edit', of: ['offer', 'offerId'] },
  'offers.withdraw': { action: 'offer.withdraw', of: ['offer', 'offerId'] },
  'offers.accept': { action: 'offer.accept', of: ['offer', 'offerId'] },
  'offers.reject': { action: 'offer.decline', of: ['offer', 'offerId'] },
  'negotiation.propose': { action: 'terms.propose', of: ['proposal', 'id'] },
  'negotiation.approve': { action: 'terms.agree', of: ['proposal', 'proposalId'] },
  'negotiation.reject': { action: 'terms.refuse', of: ['proposal', 'proposalId'] },
  'answering.set': { action: 'answering.state', of: ['request', 'dprId'] },
  'answering.stop': { action: 'answering.stop', of: ['request', 'dprId'] },
  'answering.endInConversation': {
    action: 'answering.end',
    of: ['conversation', 'conversationId'],
  },
  'payments.fund': { action: 'payment.submit', of: ['contract', 'contractId'] },
  'payments.cancel': { action: 'contract.cancel', of: ['contract', 'contractId'] },
  'deliveries.release': { action: 'escrow.release', of: ['request', 'dprId'] },
  'deliveries.requestChanges': { action: 'delivery.return', of: ['contract', 'contractId'] },
  'deliveries.submit': { action: 'delivery.submit', of: ['contract', 'contractId'] },
  'deliveries.cancel': { action: 'delivery.cancel', of: ['contract', 'contractId'] },
  'deliveries.archiveLink': { action: 'data.link', of: ['request', 'dprId'] },
  'deliveries.fileLink': { action: 'data.link', of: ['file', 'fileId'] },
  'twins.submit': { action: 'twin.submit', of: ['twin', 'twinId'] },
  'twins.cancel': { action: 'twin.cancel', of: ['twin', 'twinId'] },
  'listings.buy': { action: 'listing.buy', of: ['listing', 'listingId'] },
  'listings.draft': { action: 'listing.draft', of: ['listing', 'id'] },
  'listings.save': { action: 'listing.save', of: ['listing', 'listingId'] },
  'listings.publish': { action: 'listing.publish', of: ['listing', 'listingId'] },
  'listings.pause': { action: 'listing.pause', of: ['listing', 'listingId'] },
  'listings.withdraw': { action: 'listing.withdraw', of: ['listing', 'listingId'] },
  'subscriptions.start': {
    action: 'data_subscription.start',
    of: ['subscription', 'subscriptionId'],
  },
  'subscriptions.order': {
    action: 'data_subscription.order',
    of: ['subscription', 'subscriptionId'],
  },
  'subscriptions.open': {
    action: 'data_subscription.open',
    of: ['subscription', 'subscriptionId'],
  },
  'subscriptions.pause': {
    action: 'data_subscription.pause',
    of: ['subscription', 'subscriptionId'],
  },
  'subscriptions.resume': {
    action: 'data_subscription.resume',
    of: ['subscription', 'subscriptionId'],
  },
  'subscriptions.cancel': {
    action: 'data_subscription.cancel',
    of: ['subscription', 'subscriptionId'],
  },
  'draws.start': { action: 'data.draw', of: ['contract', 'contractId'] },
}

export const recordedProcedures = Object.keys(acts)

/** Returns what a call of a procedure leaves, null for one that leaves nothing. */
export function actOf(
  procedure: string,
  { input, output }: { input: unknown; output: unknown },
): Act | null {
  const named = acts[procedure]
  if (!named) return null
  const asked = ids.safeParse(input).data ?? {}
  const answered = ids.safeParse(output).data ?? {}
  const [kind, name] = named.of
  const { heldCents, feeCents, releasedCents, refundCents } = answered
  const amountCents =
    heldCents != null && feeCents != null ? heldCents + feeCents : (releasedCents ?? refundCents)
  return {
    action: named.action,
    object: `${kind}:${asked[name] ?? answered[name] ?? ''}`.slice(0, 200),
    detail: amountCents == null ? {} : { amountCents },
  }
}
